"""What a citation names, fetched: does it exist, is it the cited work, what does it say.

``citation_sources`` joins the parts and is what a stage is handed. From the bottom up:

* ``answers`` says which registries are asked about a work, and in which order; ``stored`` keeps what they say.
* ``fetch`` follows an address to its last reply; ``reader`` has it read by a bounded ``child`` (``reading``: ``sniff``,
  ``walls``, ``metadata``, ``text``); ``places`` finds what the citation points at; ``pages`` keeps outcomes, their
  ``history`` and archived copies; ``given`` are texts that a person supplies.
* ``findings`` says what is raised.

The sockets are in ``bot.net``, the services in ``bot.registries``, the comparing in ``bot.identity``.
"""
