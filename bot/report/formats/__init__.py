"""One format a file, each with ``render(report, speech, style)``; a new file here is a new format."""
