"""Russian for ``codes``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # BUG
    "a bug of this program": "ошибка самой программы",
    "The program failed unexpectedly on this page or citation. Everything else was done as usual; of this nothing is known, "
    "and nothing is saved of such a page.": (
        "Программа неожиданно сбилась на этой странице или ссылке. Всё остальное сделано как обычно; об этом ничего не известно, "
        "и такая страница не сохраняется."
    ),
    "Report it with the file that is named: it holds places in the program, no text of the page. The command ends with 5.": (
        "Сообщите о ней и приложите названный файл: в нём места в программе, текста страницы нет. Команда кончается кодом 5."
    ),
    # GATE
    "a bug of this program holds the edit": "правку держит ошибка самой программы",
    "The program failed on this citation or page, so nobody knows what is wrong or right there. No policy saves such a page.": (
        "Программа сбилась на этой ссылке или странице, и никто не знает, что там верно. Такую страницу не сохраняет ни одно "
        "правило."
    ),
    "Report the bug; a citation can be released by name with `mlwiki review`.": (
        "Сообщите об ошибке; отдельную ссылку можно допустить поимённо в `mlwiki review`."
    ),
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
        "Реестр, который выдаёт такие идентификаторы, этого не знает или называет под ним другую работу."
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
    # SRC
    "there is no such identifier": "такого идентификатора нет",
    "The identifier's own registry (doi.org, arXiv) answered that it was never given out. A failed look-up, or a work "
    "that a search does not find, is never reported like this.": (
        "Реестр этого идентификатора (doi.org, arXiv) ответил, что такого не выдавали. Если запрос не удался или поиск ничего "
        "не нашёл, об этом так не сообщается."
    ),
    "Find the work by its title. If it does not exist, the reference was invented: take it out with what rests on it.": (
        "Найдите работу по названию. Если её нет, ссылка выдумана: уберите её вместе с тем, что на неё опирается."
    ),
    "the identifier belongs to another work": "идентификатор принадлежит другой работе",
    "The registry has a record under this identifier, and both its title and its authors are other than the cited ones.": (
        "В реестре под этим идентификатором есть запись, и у неё другое название и другие авторы."
    ),
    "Look up the right identifier of the cited work, or cite the work that the identifier names.": (
        "Найдите верный идентификатор цитируемой работы или сошлитесь на ту работу, которой он принадлежит."
    ),
    "the work is described wrongly": "работа описана с ошибкой",
    "The cited work exists, but its registry gives another value for a field of the reference.": (
        "Работа существует, но в реестре одно из полей ссылки имеет другое значение."
    ),
    "Compare the field with the registry's record and correct the reference.": (
        "Сверьте поле с записью реестра и исправьте ссылку."
    ),
    "sources disagree about the work": "источники расходятся в сведениях о работе",
    "The registry and the page that the reference names contradict each other, so nothing is held against the reference.": (
        "Реестр и страница, названная в ссылке, противоречат друг другу, поэтому ошибкой это не считается."
    ),
    "Look at both and decide which of them is right.": "Посмотрите и туда, и туда и решите, где верно.",
    "the identifier cannot be right": "идентификатор не может быть верным",
    "By its own rules the identifier is impossible: a month 13 in an arXiv id, a digit too few, a check digit that does not "
    "hold. Russian books do carry misprinted ISBNs.": (
        "По правилам самого реестра такой идентификатор невозможен: месяц 13 в номере arXiv, не хватает цифры, не сходится "
        "контрольная цифра. В русских книгах, правда, встречаются ISBN с опечаткой."
    ),
    "Compare the identifier with the source itself, digit by digit.": (
        "Сверьте идентификатор с самим источником, цифру за цифрой."
    ),
    "the year lies in the future": "год ещё не наступил",
    "The reference gives a year of publication that has not come yet.": "В ссылке указан год издания, который ещё не наступил.",
    "Correct the year.": "Исправьте год.",
    "a placeholder stands in the reference": "в ссылке осталась заготовка",
    "Where a year, a date, an identifier or the authors belong there are crosses or a word in brackets, as in “20XX” and "
    "“[43 authors]”: whoever wrote the reference did not know it.": (
        "На месте года, даты, идентификатора или авторов стоят крестики или слово в скобках, как в «20XX» и «[43 authors]»: "
        "писавший ссылку этого не знал."
    ),
    "there is no such day": "такого дня нет",
    "A date of the reference has a month above 12 or a day above 31, read either way round: no calendar has it.": (
        "В дате из ссылки месяц больше 12 или день больше 31, в каком порядке их ни читать: в календаре такого дня нет."
    ),
    "Look the date up and correct it.": "Найдите верную дату и исправьте её.",
    "Look the work up and fill the field in, or take the reference out.": "Найдите работу и заполните поле или уберите ссылку.",
    "the page is gone": "страницы больше нет",
    "The address answered 404 or 410, or its host does not exist. This was one look; pages do come back.": (
        "Адрес ответил 404 или 410, либо такого сервера нет. Это одна попытка; бывает, что страницы возвращаются."
    ),
    "Open the address. Cite an archived copy, the new address, or another source.": (
        "Откройте адрес. Сошлитесь на архивную копию, новый адрес или другой источник."
    ),
    "the page is dead": "ссылка мертва",
    "The address failed in the same way on different days.": "Адрес не отвечал одинаково в разные дни.",
    "Cite an archived copy, the new address, or another source.": (
        "Сошлитесь на архивную копию, новый адрес или другой источник."
    ),
    "the page says that it does not exist": "страница сама сообщает, что её нет",
    "The server answers as if all were well, but the page itself says that there is nothing here.": (
        "Сервер отвечает так, будто всё в порядке, но на самой странице сказано, что здесь ничего нет."
    ),
    "the address now leads somewhere else": "адрес ведёт теперь в другое место",
    "The address leads to the site's front page, to a search or to an error page instead of the cited page.": (
        "Вместо указанной страницы адрес ведёт на главную, в поиск или на страницу ошибки."
    ),
    "Find the page's new address or an archived copy.": "Найдите новый адрес страницы или архивную копию.",
    "the domain is for sale": "домен выставлен на продажу",
    "The address shows a parking page: the site that was cited is no longer there.": (
        "По адресу стоит страница-заглушка: сайта, на который ссылались, больше нет."
    ),
    "Cite an archived copy or another source, and take the address out.": (
        "Сошлитесь на архивную копию или другой источник, а адрес уберите."
    ),
    "the work was retracted or withdrawn": "работа отозвана",
    "The registry carries a notice of retraction or withdrawal for this work.": (
        "В реестре есть уведомление о том, что работа отозвана."
    ),
    "Read the notice. Do not rest a statement on a retracted work unless the retraction itself is the subject.": (
        "Прочитайте уведомление. На отозванную работу опираться нельзя, если только речь не о самом отзыве."
    ),
    "the work carries a notice": "у работы есть уведомление",
    "The registry carries a correction, an expression of concern or a later version for this work.": (
        "В реестре есть исправление, выражение сомнения или более поздняя версия этой работы."
    ),
    "Read the notice and see whether it touches what is cited.": (
        "Прочитайте уведомление и проверьте, касается ли оно цитируемого."
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
        "Сошлитесь на источник, который это говорит, перенесите сноску к словам, которые она подтверждает, "
        "или уберите утверждение."
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
    # WIKI
    "the page has changed since it was pulled": "страница изменилась после того, как была получена",
    "Somebody saved the page after the revision that the edit was made for. Nothing was saved: the bot never decides "
    "whose words stand.": (
        "После версии, для которой сделана правка, страницу сохранил кто-то другой. Ничего не сохранено: бот не решает, "
        "чьи слова остаются."
    ),
    "Pull the page again (edits that do not touch are merged into your file), look at it, and push again.": (
        "Получите страницу заново (правки, которые не пересекаются, объединятся в вашем файле), просмотрите её и "
        "отправьте снова."
    ),
    "the save ran into somebody's edit and was taken back": "сохранение столкнулось с чужой правкой и отменено",
    "Between the last look and the save somebody saved too, and the wiki mixed or overwrote without a word. The history "
    "showed it, and the text without ours was restored, since nobody had judged the mixture.": (
        "Между последней проверкой и сохранением страницу сохранил кто-то ещё, и вики молча смешала или перезаписала "
        "тексты. Это видно в истории; восстановлен текст без нашей правки, потому что смесь никто не проверял."
    ),
    "Pull the page again and push again; the page's history shows all three revisions.": (
        "Получите страницу заново и отправьте снова; в истории видны все три версии."
    ),
    "the save ran into somebody's edit and could not be taken back": (
        "сохранение столкнулось с чужой правкой, и отменить его не удалось"
    ),
    "As WIKI002, but more people had saved on top by then, and their edits touch what was lost.": (
        "То же, что WIKI002, но поверх уже есть новые правки, и они пересекаются с утраченным."
    ),
    "Compare the revisions named in the message on the wiki now, and restore by hand what is missing.": (
        "Сравните на вики названные в сообщении версии и верните вручную то, чего не хватает."
    ),
    "the page was deleted": "страница удалена",
    "The page was deleted, or deleted and made again, after it was pulled. Making it again is a decision of people.": (
        "После получения страницу удалили или удалили и создали заново. Создавать ли её снова, решают люди."
    ),
    "Read the deletion log and ask there.": "Посмотрите журнал удалений и спросите там.",
    "the wiki did not store what was sent": "вики сохранила не то, что было отправлено",
    "The wiki answered that it had saved, but the page's history has no such revision, or one with another text. Line "
    "ends, letters composed of two signs and signatures are allowed for; this is something else, such as a filter.": (
        "Вики ответила, что сохранила, но в истории страницы нет такой версии или в ней другой текст. Концы строк, "
        "составные буквы и подписи учтены; здесь что-то иное, например фильтр."
    ),
    "Look at the page's newest revision on the wiki before trying again.": (
        "Прежде чем пробовать снова, посмотрите на вики последнюю версию страницы."
    ),
    "the account may not edit the page": "учётной записи нельзя править эту страницу",
    "The page is protected, or the account or its bot password lacks the right.": (
        "Страница защищена, либо у учётной записи или её пароля бота нет нужного права."
    ),
    "Ask an administrator for the right, or leave the page to somebody who has it.": (
        "Попросите это право у администратора или оставьте страницу тому, у кого оно есть."
    ),
    "somebody has stopped the bot": "бота остановили",
    "The stop page does not say run, or the account is blocked. Either is a request to stop and read.": (
        "На странице остановки не написано run, или учётная запись заблокирована. И то и другое — просьба остановиться и "
        "прочесть."
    ),
    "Read why on the wiki and answer there; the bot saves again once the page says run and the block is lifted.": (
        "Узнайте на вики причину и ответьте там; бот продолжит, когда на странице будет run, а блокировку снимут."
    ),
    "a filter of the wiki refuses the text": "фильтр вики не принимает текст",
    "A spam list, an abuse filter or a captcha stands before the save. A bot neither disguises a text nor solves a captcha.": (
        "Сохранению мешает спам-список, фильтр правок или капча. Бот не маскирует текст и не решает капчу."
    ),
    "See what the filter names; ask for the bot group, or save this page by hand.": (
        "Посмотрите, что называет фильтр; попросите включить учётную запись в группу ботов или сохраните страницу вручную."
    ),
    "the page is left alone": "страница оставлена как есть",
    "It is a redirect, somebody's own page, or it asks bots to stay away with {{bots}} or {{nobots}}. Unattended runs pass "
    "it by; a person's own push does not ask.": (
        "Это перенаправление, чья-то личная страница, или ботов просят её не править: {{bots}}, {{nobots}}. "
        "Самостоятельные запуски её обходят; отправка человеком своего файла об этом не спрашивает."
    ),
    "Nothing, or edit it yourself.": "Ничего или правьте её сами.",
    "the wiki's own preview shows a loss": "предпросмотр самой вики показывает потерю",
    "Before a save the wiki renders the page as it is and as it would be. Where that loses more notes than the edits "
    "account for, or shows a footnote error that is not there now, nothing is saved, whatever our own proof says.": (
        "Перед сохранением вики показывает страницу, какая она есть и какой станет. Если при этом пропадает больше сносок, чем "
        "объясняют правки, или появляется ошибка сноски, которой сейчас нет, ничего не сохраняется, что бы ни говорила наша "
        "собственная проверка."
    ),
    "Look at the preview in the page's edit form; mend the text, or report the page: we read it otherwise than the wiki.": (
        "Посмотрите предпросмотр в форме правки; исправьте текст или сообщите о странице: мы читаем её не так, как вики."
    ),
    "the year can be filled in": "год можно дописать",
    "The reference names no year, and the home registry of its identifier gives one that no other answer contradicts.": (
        "В сноске нет года, а реестр, выдавший её идентификатор, год называет, и ни один другой ответ этому не противоречит."
    ),
    "Look at the record; accept the edit if the cited edition is that one.": (
        "Посмотрите запись; примите правку, если цитируется именно это издание."
    ),
    "the version of the arXiv paper can be named": "можно указать версию статьи на arXiv",
    "The reference cites a paper of which arXiv has several versions, and does not say which. The check read the latest one.": (
        "У цитируемой статьи на arXiv несколько версий, и не сказано, какая имеется в виду. Проверка читала последнюю."
    ),
    "Accept the edit if that version is the one that the text rests on.": (
        "Примите правку, если текст опирается на эту версию."
    ),
    "the cited place is not in the text that was read": "указанного места нет в прочитанном тексте",
    "The reference names a page, a section, a theorem or a fragment, and the text that was read numbers such places and has "
    "not this one. Editions number anew and files lose headings, so this accuses nobody.": (
        "В сноске названа страница, раздел, теорема или фрагмент адреса, а в прочитанном тексте такие места пронумерованы, и "
        "этого среди них нет. Издания нумеруют заново, файлы теряют заголовки, поэтому это ни в чём не обвиняет."
    ),
    "Open the source at that place. Correct the pointer, or name the edition that has it.": (
        "Откройте источник на этом месте. Исправьте указание или назовите издание, в котором оно есть."
    ),
    "the text of the source has to be read with care": "текст источника надо читать осторожно",
    "What the program read of the source is not quite what a person sees: a file whose text layer can be read in two ways, "
    "hidden words that were left out, or more pages than are read.": (
        "Программа прочитала не совсем то, что видит человек: текстовый слой файла читается двумя способами, скрытые слова "
        "опущены или страниц больше, чем читается."
    ),
    "Open the source yourself before you rely on a quotation of it, or on its absence.": (
        "Откройте источник сами, прежде чем полагаться на цитату из него или на её отсутствие."
    ),
    "a save may still arrive": "сохранение ещё может дойти",
    "The wiki went on after its answer was lost: what was sent may land minutes later. It stays written down beside the "
    "store, is looked for in the page's history by every command that saves, and until it is found, or fifteen minutes have gone "
    "by without it, the page is not saved again, lest an older version land over a newer one.": (
        "Вики работала и после того, как её ответ потерялся: отправленное может записаться через минуты. Оно остаётся записанным "
        "рядом с хранилищем, каждая сохраняющая команда ищет его в истории страницы, и пока оно не найдено или не прошло "
        "пятнадцать минут без него, страница снова не сохраняется, чтобы старый текст не лёг поверх нового."
    ),
    "Run the same command again later; nothing has to be done by hand.": (
        "Повторите ту же команду позже; вручную ничего делать не надо."
    ),
    "the text cannot be read": "текст не читается",
    "The revision's text is hidden, or one of its bytes is not valid UTF-8: an old wiki's API answers null then. Such a page "
    "is neither checked nor edited, since saving it would change bytes that nobody meant to change.": (
        "Текст версии скрыт или один из его байтов — не UTF-8: API старой вики отвечает тогда null. Такая страница не "
        "проверяется и не правится: её сохранение изменило бы байты, которых никто не собирался менять."
    ),
    "Open the page's edit form in a browser, mend or remove the broken character, and save.": (
        "Откройте форму правки страницы в браузере, исправьте или удалите испорченный знак и сохраните."
    ),
}
