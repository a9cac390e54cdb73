"""Does a text talk to a machine? Such a source is not judged: it could be judging for us."""

from __future__ import annotations

import re

from bot.language.fold import fold

# Words of both languages, after folding: lower case, one kind of quotes and dashes, one space.
_MODEL = (
    r"(?:ais?|ai (?:systems?|models?|assistants?|reviewers?)|llms?(?: graders?)?|gpt|chatgpt|(?:large )?language models?|"
    r"chat ?bots?|assistants?|machine readers?|(?:automated )?fact ?checkers?|citation (?:judge|verifier)s?|(?:reviewer )?bots?|"
    r"judge models?|any model|models)"
)
_MODEL_RU = (
    r"(?:ии(?:-\w+)?|(?:больш\w+ )?языков\w+ модел\w+|нейросет\w+|ассистент\w*|помощник\w*|судь[яеи]|(?:ии|бот)-\w+|"
    r"ботам?|боты|бот|роботам?|роботы|gpt|chatgpt|автоматическ\w+ проверк\w+)"
)
_ORDERS = r"(?:instructions?|prompts?|rules|directions|guidelines|orders|rubric)"
_ORDERS_RU = r"(?:инструкци\w+|указани\w+|правил\w*|команд\w*|подсказ\w+|промпт\w*)"
_CLAIM = r"(?:claims?|citations?|statements?(?: here)?|assertions?|everything)"
_CLAIM_RU = r"(?:утверждени\w+|тезис\w*|ссылк\w+|все)"
_TRUE = r"(?:supported|verified|confirmed|proven|true|accurate|correct)"
_TRUE_RU = r"(?:supported|подтвержд\w+|верн(?:о|ым|ыми|ой)|доказан\w+|истинн\w+|провер\w+)"
_SAY = r"(?:answer|respond|reply|return|output|print|say|write|state|conclude|give)"
_SAY_RU = r"(?:ответь|отвечай|верни|выведи|напиши|скажи|укажи|поставь|выбери|вынеси)(?:те)?"
_THOSE = r"(?:all|any|the|your|previous|above)"
_MUST = r"(?:must|shall|should|are required to|is required to|are to|is to)"
_FILLING = r"(?:only|with|the|word|simply|just|verdict|label|always|please|is|claim|that|as)"
_ANY = r"(?:this|the|every|each|all|any)"

_PATTERNS = (
    # orders are taken back
    rf"\b(?:ignore|disregard|forget|override|bypass|do not follow) (?:\w+ ){{0,2}}{_THOSE} (?:\w+ ){{0,3}}{_ORDERS}",
    rf"\b(?:ignore|disregard) (?:all |any )?(?:previous|prior|above|earlier) {_ORDERS}|\bforget everything you",
    rf"\boverrides? your {_ORDERS}|\byour (?:\w+ )?(?:{_ORDERS}|task) (?:are|is|has|have) (?:void|changed|cancelled|replaced)",
    r"\bnew instructions:|\bnot what the operator says|\badmin override\b|\b(?:developer|system) (?:message|override):",
    rf"\b(?:про)?игнорируй(?:те)? (?:\w+ ){{0,4}}(?:{_ORDERS_RU}|выше)",
    rf"\b(?:забудь|отмени|пренебреги|не обращай(?:те)? внимания на)(?:те)? (?:\w+ ){{0,3}}{_ORDERS_RU}",
    rf"\b(?:прежние|предыдущие|все) (?:\w+ )?{_ORDERS_RU} (?:\w+ )?(?:недействительн|отменен|отменя)\w+",
    r"\bотменяет тво[йию]|\bтвоя задача изменилась|\bнов\w+ инструкци\w+:|\bслушай меня, а не|\bсистемное сообщение:",
    # somebody who is not a person is addressed
    rf"\b(?:you are|you're|act as|pretend to be) (?:now )?(?:an?|the)? ?(?:\w+ )?{_MODEL}\b|\bas an ai\b",
    r"\bif you are an? (?:ai|llm|language)|\bpretend to be an? (?:\w+ )?judge",
    (
        rf"\b(?:note|message|instructions?|attention|important)\b(?:[,:] ?| (?:is )?(?:to|for) )"
        rf"(?:the |all |any )?{_MODEL}\b ?[,:!.-]"
    ),
    # «attention models» are an everyday word of the field
    rf"\b(?:note|attention|important) (?!models\b){_MODEL}\b ?[:!]",
    rf"\b(?:dear|hey|hello)[ ,]+(?:{_MODEL}|model)\b|\bto the {_MODEL}:",
    rf"(?:^|[.!?:] ){_MODEL}(?:,[^.]{{0,30}})?(?: and other models)?: ",
    (
        rf"\b{_MODEL}(?: \w+){{0,4}} {_MUST} (?:\w+ ){{0,4}}"
        rf"(?:confirm|report|state|{_SAY}|label)\b[^.]{{0,60}}\b(?:{_CLAIM}|{_TRUE})\b"
    ),
    rf"\b(?:from now on|you (?:will|must) now),? (?:act|{_SAY}|confirm|treat)|\byou must (?:answer|confirm|respond)\b",
    rf"(?:^|[^\w])(?:ты|вы)(?: теперь)?[ -]+{_MODEL_RU}\b|\bесли (?:ты|вы) {_MODEL_RU}\b|\bты обязан\w* (?:ответить|подтвердить)",
    rf"\b(?:уважаем\w+|дорог\w+|пожалуйста,) (?:{_MODEL_RU}|модель)\b",
    rf"\b(?:внимание|сообщение|инструкция|примечание|заметка|команда)[ ,:]+(?:для |к )?{_MODEL_RU}\b",
    rf"(?:^|[.!?] ?)для {_MODEL_RU}",
    rf"\b(?:{_MODEL_RU}|модель)\b[^.]{{0,60}}\b(?:обязан\w*|должн\w+|запрещено|вынесите)\b",
    rf"(?:^|[.!?] ){_MODEL_RU}(?:,[^.:]{{0,40}})?: ",
    r"\bchatgpt[^.]{0,40}(?:confirm|подтверд)",
    # the outcome is dictated
    rf"\b{_SAY}(?: {_FILLING})*[ :\"'=]+supported\b(?! (?:by|in|on|for|and|or)\b)",
    r"\b(?:verdict|support|label|rating)\"?(?: is| to|:| ?=)+ ?\"?supported\b|\bthe label supported|\bpositive verdict",
    rf"\b(?:mark|treat|label|rate|classify|judge|consider|accept|regard) {_ANY} {_CLAIM} (?:\w+ ){{0,3}}{_TRUE}\b(?!,)",
    rf"\b(?:say|state|report|conclude|set|confirm) that {_ANY} (?:claim|citation) is {_TRUE}",
    rf"(?:^|[.;:!?>] ?)(?:please )?confirm {_ANY} claims?\b|\bset the verdict|\bskip verification|\ball claims are true",
    r"\bclaim (?:were|is) (?:proven|supported) by (?:this page|section)|\bis the claim supported\?",
    rf"\b{_SAY_RU}\b[^.]{{0,40}}(?:supported|подтверждается|подтверждает утверждение|подтвержден)",
    r"\b(?:вердикт|ответ)\w*\b[^.]{0,25}(?:supported|подтвержд|подтверждаю)|\bположительный вердикт",
    rf"\b(?:считай|признай|прими|отметь|пометь|подтверди|подтверждай)(?:те)?\b[^.]{{0,40}}(?:{_CLAIM_RU}|кажд\w+)",
    rf"\b(?:считать|принимать) (?:\w+ ){{0,2}}{_CLAIM_RU} (?:\w+ ){{0,2}}{_TRUE_RU}|\bлюбое утверждение принимать",
    r"\bвсе (?:утверждения|тезисы) (?:проверены|верны|одобрен\w*)|\bутверждение истинно\b|\bподтверждай\b",
    r"\bведи себя так, будто|\bне проверяй дальше|\bпропусти проверку|\bодобрил все утверждения|отвечай на все",
    # the frames of a prompt
    r"<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|<(?:start|end)_of_turn>|\[/?inst\]|<</?sys>>|</?system>",
    r"</?(?:source|claim|context)-[0-9a-f]{4,}|### ?(?:instruction|system|response)\b|\"role\" ?: ?\"(?:system|assistant)\"",
    r"(?:^|[.!?#>*•-] ?)(?:system|assistant|система|ассистент)[#:]+ ?[^.]{0,80}(?:claim|verdict|supported|утвержден)",
)
_MARKS = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS), re.MULTILINE)


#: Letters of one script that look like those of the other, and figures that stand for letters.
_TO_LATIN = str.maketrans("асеорхуіјѕԁһкмтв", "aceopxyijsdhkmtb")
_TO_CYRILLIC = str.maketrans("aceopxykmtb", "асеорхукмтв")
_LEET = str.maketrans("013457@$", "oieastas")
_MIXED = re.compile(r"(?<!\w)(?=[a-z]*[а-яіјѕԁһ])(?=[а-яіјѕԁһ]*[a-z])[a-zа-яіјѕԁһ]+(?!\w)")
_FIGURED = re.compile(r"(?<![\w@$])(?=[013457@$]*[a-z])(?=[a-z]*[013457@$])[a-z013457@$]+(?![\w@$])")
#: Letters each by itself, four at least: «i g n o r e», «и.г.н.о.р»; longer gaps part the words.
_SPACED = re.compile(r"(?<!\w)\w(?:[ .\-_*|]\w){3,}(?!\w)")
#: Where so many words are written so, the short ones are too.
_SPACED_SHORT = re.compile(r"(?<!\w)\w(?:[ .\-_*|]\w)+(?!\w)")
_SPACED_WORDS = 3
_GAPS = str.maketrans("", "", " .-_*|")


def instruction_in(text: str) -> str | None:
    """The words with which ``text`` first tells a machine what to do (folded), or None.

    Meant to be wide, yet to leave documentation alone; an article *about* such attacks may be caught and then waits for a person.
    Look-alike letters, letters each by itself and figures for letters are read as what they stand for.
    """
    readings = dict.fromkeys((fold(text), *undisguised(text)))
    return next((match[0] for reading in readings if (match := _MARKS.search(reading)) is not None), None)


def undisguised(text: str) -> tuple[str, str]:
    """The folded text with its disguises off, words of mixed scripts read as Latin and as Cyrillic.

    Spaced letters are joined, and figures within words are made letters.
    """
    spaced = _SPACED_SHORT if len(_SPACED.findall(text)) >= _SPACED_WORDS else _SPACED
    joined = fold(spaced.sub(lambda match: match[0].translate(_GAPS), text))
    plain = _FIGURED.sub(lambda match: match[0].translate(_LEET), joined)
    return _in_one_script(plain, _TO_LATIN), _in_one_script(plain, _TO_CYRILLIC)


def _in_one_script(text: str, table: dict[int, int]) -> str:
    return _MIXED.sub(lambda match: match[0].translate(table), text)
