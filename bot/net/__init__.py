"""The only sockets of the verifying half.

``guard`` says what may be fetched, ``network`` opens connections under it, ``transport`` makes single exchanges within bounds,
``pace`` keeps distances and takes turns, ``retry`` is the one loop and the one table of asking again, ``services`` puts a
registry's question, ``cassettes`` records and replays.
"""
