"""What language models leave in wikitext, turned into the wiki's own markup: one rule a file, or a row of its table."""
