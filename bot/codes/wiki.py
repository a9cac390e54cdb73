"""WIKI: saving. Carried by errors (``BotError.code``) and by what an unattended run reports."""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "WIKI001",
        Severity.error,
        "the page has changed since it was pulled",
        "Somebody saved the page after the revision that the edit was made for. Nothing was saved: the bot never decides "
        "whose words stand.",
        "Pull the page again (edits that do not touch are merged into your file), look at it, and push again.",
    ),
    Code(
        "WIKI002",
        Severity.error,
        "the save ran into somebody's edit and was taken back",
        "Between the last look and the save somebody saved too, and the wiki mixed or overwrote without a word. The history "
        "showed it, and the text without ours was restored, since nobody had judged the mixture.",
        "Pull the page again and push again; the page's history shows all three revisions.",
    ),
    Code(
        "WIKI003",
        Severity.error,
        "the save ran into somebody's edit and could not be taken back",
        "As WIKI002, but more people had saved on top by then, and their edits touch what was lost.",
        "Compare the revisions named in the message on the wiki now, and restore by hand what is missing.",
    ),
    Code(
        "WIKI004",
        Severity.error,
        "the page was deleted",
        "The page was deleted, or deleted and made again, after it was pulled. Making it again is a decision of people.",
        "Read the deletion log and ask there.",
    ),
    Code(
        "WIKI005",
        Severity.error,
        "the wiki did not store what was sent",
        "The wiki answered that it had saved, but the page's history has no such revision, or one with another text. Line "
        "ends, letters composed of two signs and signatures are allowed for; this is something else, such as a filter.",
        "Look at the page's newest revision on the wiki before trying again.",
    ),
    Code(
        "WIKI006",
        Severity.error,
        "the account may not edit the page",
        "The page is protected, or the account or its bot password lacks the right.",
        "Ask an administrator for the right, or leave the page to somebody who has it.",
    ),
    Code(
        "WIKI007",
        Severity.error,
        "somebody has stopped the bot",
        "The stop page does not say run, or the account is blocked. Either is a request to stop and read.",
        "Read why on the wiki and answer there; the bot saves again once the page says run and the block is lifted.",
    ),
    Code(
        "WIKI008",
        Severity.error,
        "a filter of the wiki refuses the text",
        "A spam list, an abuse filter or a captcha stands before the save. A bot neither disguises a text nor solves a captcha.",
        "See what the filter names; ask for the bot group, or save this page by hand.",
    ),
    Code(
        "WIKI009",
        Severity.note,
        "the page is left alone",
        "It is a redirect, somebody's own page, or it asks bots to stay away with {{bots}} or {{nobots}}. Unattended runs pass "
        "it by; a person's own push does not ask.",
        "Nothing, or edit it yourself.",
    ),
    Code(
        "WIKI010",
        Severity.error,
        "the wiki's own preview shows a loss",
        "Before a save the wiki renders the page as it is and as it would be. Where that loses more notes than the edits "
        "account for, or shows a footnote error that is not there now, nothing is saved, whatever our own proof says.",
        "Look at the preview in the page's edit form; mend the text, or report the page: we read it otherwise than the wiki.",
    ),
    Code(
        "WIKI011",
        Severity.error,
        "a save may still arrive",
        "The wiki went on after its answer was lost: what was sent may land minutes later. It stays written down beside the "
        "store, is looked for in the page's history by every command that saves, and until it is found, or fifteen minutes "
        "have gone by without it, the page is not saved again, lest an older version land over a newer one.",
        "Run the same command again later; nothing has to be done by hand.",
    ),
    Code(
        "WIKI012",
        Severity.error,
        "the text cannot be read",
        "The revision's text is hidden, or one of its bytes is not valid UTF-8: an old wiki's API answers null then. Such a page "
        "is neither checked nor edited, since saving it would change bytes that nobody meant to change.",
        "Open the page's edit form in a browser, mend or remove the broken character, and save.",
    ),
)
