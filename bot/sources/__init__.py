"""Does it exist, is it the cited work, what does it say.

``desk`` joins the parts and is what a stage is handed. From the bottom up:

* ``guard`` says what may be fetched, ``network`` and ``stream`` open connections under it, ``transport`` makes single
  exchanges (the one module that imports httpx), ``replay`` records and replays them, ``pace`` and ``lease`` keep distances.
* ``registries`` ask one service a file; ``answers`` says who is asked about a work, and in which order.
* ``fetch`` follows an address to its last reply; ``reader`` has it read by a bounded ``child`` (``reading``: ``charset``,
  ``sniff``, ``walls``, ``metadata``, ``text``) into an ``outcome``; ``places`` finds what the citation points at; ``pages`` keeps
  outcomes, their ``history`` and archived copies; ``sites`` and ``doors`` know better ways in; ``given`` are texts that a
  person supplies.
* ``names``, ``titles``, ``venues`` and ``match`` compare a cited work with a found one; ``identity`` is the law of evidence over
  all answers; ``findings`` says what is raised.
"""
