"""The scheduled bot: unattended, resumable, within its limits; saves only its own mechanical edits.

==================  ==================================================================
``limits``          edits, pages, time, money of one run, and what is said before a model is asked
``one_page``        one page: tidy, check, gate, save, read back, write down
``report_answers``  what people wrote beside findings on the report page
``report_page``     the report page
``loop``            the run itself: lock, what a killed process left half done, worklist, report
==================  ==================================================================
"""

from __future__ import annotations

from bot.jobs.run.loop import RunOptions, RunReport, Stop, run

__all__ = ["RunOptions", "RunReport", "Stop", "run"]
