"""Does a text talk to a machine? Such a source is not judged: it could be judging for us."""

from __future__ import annotations

import re

from bot.judge.fold import fold

_VERDICTS = r"(?:supported|contradicted|not_in_source|partial|unclear)"
_MODEL = (
    r"(?:ais?|llms?|(?:large )?language models?|chat ?bots?|bots?|assistants?|fact ?checkers?|citation (?:judge|verifier)s?|"
    r"judge models?|machines?|automated \w+)"
)
_MODEL_RU = (
    r"(?:ии|(?:больш\w+ )?языков\w+ модел\w+|нейросет\w+|ассистент\w*|помощник\w*|судь\w+|проверяющ\w+|бот\w*|робот\w*|"
    r"автоматическ\w+ \w+)"
)
_ORDERS = r"(?:instructions?|prompts?|rules|directions|guidelines|messages?|context)"
_ORDERS_RU = r"(?:инструкци\w+|указани\w+|правил\w*|команд\w*|подсказ\w+|промпт\w*|сообщени\w+)"
_SAY = r"(?:answer|respond|reply|return|output|print|say|write|set|mark|classify|rate|label|conclude|verdict)"
_SAY_RU = r"(?:ответь\w*|отвечай\w*|верни\w*|выведи\w*|напиши\w*|укажи\w*|поставь\w*|вынеси\w*|вердикт)"
_TAKE = r"(?:mark|treat|consider|accept|rate|classify|label|judge)"
_TAKE_RU = r"(?:считай\w*|признай\w*|прими\w*|отметь\w*|пометь\w*)"
_PATTERNS = (
    # turning away from instructions
    rf"(?:ignore|disregard|forget|override|bypass)(?: \w+){{0,4}} {_ORDERS}",
    rf"(?:(?:про)?игнорир\w+|забудь\w*|отмени\w*|не обращай\w* внимани\w+ на|пренебреги\w*)(?: \w+){{0,4}} {_ORDERS_RU}",
    # addressing a model
    rf"(?:you are|you're|act as|pretend to be)(?: now| only)?(?: an?| the)? {_MODEL}",
    rf"(?:^|\W)(?:ты|вы)(?: теперь)?[- ]+{_MODEL_RU}",
    rf"(?:note|message|instructions?|attention|important)(?: \w+){{0,2}} (?:to|for)(?: \w+){{0,3}} {_MODEL}",
    rf"(?:внимание|сообщение|инструкци\w+|указани\w+|примечание)(?: \w+){{0,2}} (?:для |к )?{_MODEL_RU}",
    rf"(?:if you are|dear|hey|hello) (?:an? )?(?:{_MODEL}|model)",
    rf"(?:если ты|если вы|уважаем\w+|дорог\w+)[ -]*(?:{_MODEL_RU}|модель)",
    r"(?:system|developer) (?:prompt|message|override)|new instructions?:",
    r"системн\w+ (?:промпт|сообщени|подсказк)\w*|нов\w+ инструкци\w+:",
    # dictating the outcome
    rf"{_SAY}(?: \w+){{0,6}}[ :='-]+{_VERDICTS}\b",
    (
        rf"{_TAKE}(?: \w+){{0,3}} (?:claims?|statements?|citations?|assertions?)(?: \w+){{0,3}} "
        r"(?:as )?(?:supported|true|verified|confirmed|correct|accurate)"
    ),
    rf"{_SAY_RU}(?: \w+){{0,6}}[ :='-]+(?:supported|подтвержд\w+|подтвердить|верно)",
    (
        rf"{_TAKE_RU}(?: \w+){{0,4}} (?:утверждени\w+|тезис\w*|ссылк\w+|цитат\w+)(?: \w+){{0,4}} "
        r"(?:подтвержд\w+|верн\w+|доказан\w+|истинн\w+)"
    ),
    rf"'?(?:verdict|support)'? ?[:=] ?'?{_VERDICTS}\b",
    # the frames of a prompt
    r"<\|?/?(?:im_start|im_end|system|assistant|user|endoftext|start_of_turn|end_of_turn|source|claim|context)[-\w]*\|?>",
    r"\[/?inst\]|<</?sys>>|### ?(?:instruction|system|response|assistant)",
    r"(?:^|\W)(?:assistant|system|ассистент|система) ?: ",
)
_MARKS = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))


def instruction_in(text: str) -> tuple[int, int] | None:
    """Where ``text`` first tells a machine what to do (offsets of the original), or None.

    Meant to be wide: an article *about* such attacks may be caught too, and then waits for a person.
    """
    folded = fold(text)
    match = _MARKS.search(folded.text)
    return folded.span(*match.span()) if match is not None and match.end() > match.start() else None
