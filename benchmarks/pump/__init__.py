"""The pump: every rule that reads strangers' text, on repeated strings, doubled: ``python -m benchmarks.pump``."""
