"""The author's half: help for a person who writes an article. It prints and writes files; nothing is saved to a wiki."""
