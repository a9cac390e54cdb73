"""The HTML report's parts."""
