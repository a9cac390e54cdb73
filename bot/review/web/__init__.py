"""The review page: a person decides in a browser, over the same store and the same decisions as in the terminal."""
