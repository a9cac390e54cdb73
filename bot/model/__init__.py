"""Floor 0: the records and closed sets of words that flow through the house. No I/O, imports nothing of ours."""
