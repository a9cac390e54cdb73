"""Does it exist, is it the cited work, what does it say.

``desk`` joins the parts and is what a stage is handed; ``registries`` ask one service a file, ``fetch`` reads pages, ``guard``
says what may be fetched, ``text`` makes blocks of text, ``match`` compares a cited work with a found one, ``findings`` says
what is raised.
"""
