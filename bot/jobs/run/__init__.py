"""The scheduled bot: unattended, resumable, within its limits; saves only its own mechanical edits.

==================  ==================================================================
``limits``          edits, pages, time, money of one run
``terms``           the approved task, and what is said before a model is asked
``worklist``        which titles, and which of them have changed since they were seen
``one_page``        one page: tidy, check, gate, save, read back, write down
``settle``          what a killed process left half done
``report_answers``  what people wrote beside findings on the report page
``report_page``     the report page
``loop``            the run itself, from lock to report
==================  ==================================================================
"""

from __future__ import annotations

from bot.jobs.run.loop import RunOptions, RunReport, Stop, run

__all__ = ["RunOptions", "RunReport", "Stop", "run"]
