"""Russian for ``codes``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # GATE
    "nothing against this citation": "против этой ссылки ничего нет",
    "The citation is verified and supported, or a person released it with a reason.": (
        "Работа подтверждена, источник говорит это, или ссылку допустил человек с указанием причины."
    ),
    "Nothing to do.": "Ничего делать не нужно.",
    "the policy only reports": "политика только сообщает",
    "The policy `report-only` holds every edit, whatever was found.": (
        "Политика `report-only` удерживает любую правку, что бы ни нашлось."
    ),
    "Choose another policy under [gate], or save by hand.": "Выберите другую политику в [gate] или сохраните вручную.",
    "a proven fault blocks the edit": "доказанная ошибка не даёт сохранить",
    "The home registry of the identifier denies it, or names another work under it.": (
        "Домашний реестр идентификатора отрицает его или называет под ним другую работу."
    ),
    "Mend the reference; if the registry is wrong, overrule the citation by name with `mlwiki review`.": (
        "Исправьте сноску; если ошибается реестр, отмените вердикт поимённо через `mlwiki review`."
    ),
    "The judge found words in the source that speak against the claim.": (
        "Судья нашёл в источнике слова, которые противоречат утверждению."
    ),
    "Read the quote, mend the sentence or the reference, or release the citation with `mlwiki review`.": (
        "Прочитайте цитату, исправьте предложение или сноску либо допустите ссылку через `mlwiki review`."
    ),
    "not both verified and supported": "работа не подтверждена или источник этого не говорит",
    "The policy `confirmed` lets only citations through whose work is verified and whose words the source supports. "
    "This one is not wrong; nobody has shown that it is right.": (
        "Политика `confirmed` пропускает только ссылки, у которых работа подтверждена, а слова есть в источнике. "
        "Эта не ошибочна: просто никто не показал, что она верна."
    ),
    "Read the source and release the citation with `mlwiki review`, or use a judge that can confirm.": (
        "Прочитайте источник и допустите ссылку через `mlwiki review` или возьмите судью, который может подтвердить."
    ),
    # SUP
    "the source says otherwise": "источник говорит обратное",
    "The judge found words in the fetched source that cannot be true together with the claim, and code found exactly "
    "those words there.": (
        "Судья нашёл в полученном источнике слова, которые несовместимы с утверждением, а программа нашла их там дословно."
    ),
    "Read the quote in its place. Correct the claim, or cite a source that really says it.": (
        "Прочитайте цитату в её контексте. Исправьте утверждение или сошлитесь на источник, который действительно это говорит."
    ),
    "the source does not say it": "источник этого не говорит",
    "The text of the source was searched as a whole and holds nothing that says the claim.": (
        "Текст источника просмотрен целиком, и ничего, что подтверждало бы утверждение, в нём нет."
    ),
    "Cite a source that says it, move the footnote to the words it does support, or take the claim out.": (
        "Сошлитесь на источник, который это говорит, перенесите сноску к словам, которые она подтверждает, или уберите утверждение."
    ),
    "the source says only a part of it": "источник говорит лишь часть этого",
    "The quote supports a part of the claim; for the rest the source has nothing.": (
        "Цитата подтверждает часть утверждения; об остальном в источнике ничего нет."
    ),
    "Narrow the claim to what the quote says, or add a source for the rest.": (
        "Сузьте утверждение до того, что сказано в цитате, или добавьте источник для остального."
    ),
    "another footnote beside it carries the claim": "утверждение подтверждает соседняя сноска",
    "Several footnotes stand at these words. One of their sources says the claim, this one does not.": (
        "У этих слов несколько сносок. Один из источников это говорит, этот — нет."
    ),
    "Keep it if it is meant as further reading; otherwise move it to the words it supports.": (
        "Оставьте её, если это дополнительное чтение; иначе перенесите к словам, которые она подтверждает."
    ),
}
