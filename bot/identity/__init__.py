"""Is the found record the cited work: titles, authors, venues and numbers compared, answers weighed. Pure."""
