"""Markdown in wikitext, turned into the wiki's own markup."""
