"""MediaWiki as oracle."""
