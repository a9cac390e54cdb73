"""The use cases that join the stages. No printing, no argument parsing."""
