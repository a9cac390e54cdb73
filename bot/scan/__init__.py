"""Whole wikis: the pages of a dump, a folder or a live wiki, each read once and reported on a line of JSON."""
