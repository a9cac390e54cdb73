"""A person decides: in the terminal, and later in a browser, over the same decisions."""
