"""Russian for ``wiki``, ``jobs/pull`` and ``jobs/doctor``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "{title}: {why}": "{title}: {why}",
    # titles and files
    "no wiki page can be called {title}": "страница вики не может называться {title}",
    "give a title without # [ ] {{ }} | < >, at most 255 bytes long": (
        "нужно название без # [ ] {{ }} | < >, не длиннее 255 байт"
    ),
    "{path} is not a sidecar that `mlwiki pull` wrote": "{path} — не файл сведений, записанный командой `mlwiki pull`",
    "pull the page again, or remove that file to treat the text as a new page": (
        "получите страницу заново или удалите этот файл, чтобы считать текст новой страницей"
    ),
    "there is no file name left for {title} in {folder}": "для страницы {title} в папке {folder} не осталось имени файла",
    # transport and probe
    "no MediaWiki answers at {address}: {why}": "по адресу {address} не отвечает MediaWiki: {why}",
    "open that address in a browser; check `[wiki] url` and try again later": (
        "откройте этот адрес в браузере; проверьте `[wiki] url` и повторите позже"
    ),
    "its answer does not end": "ответ не заканчивается",
    "its answer took longer than {seconds} s": "ответ шёл дольше {seconds} с",
    "it sends to {address}; set `[wiki] url` to that": (
        "перенаправляет на {address}; укажите этот адрес в `[wiki] url`"
    ),
    "it sends round in circles": "перенаправления ходят по кругу",
    "the server asks to wait ({status})": "сервер просит подождать ({status})",
    "the server answers {status}": "сервер отвечает {status}",
    "it answers {code}": "получен ответ {code}",
    "the answer is not what api.php gives": "ответ не похож на ответ api.php",
    "no answer in time": "ответа не дождались",
    "no connection": "нет соединения",
    "this is not a web address": "это не веб-адрес",
    "the connection broke off": "соединение оборвалось",
    "{url} is not a wiki's address": "{url} — не адрес вики",
    "give any page of the wiki, its index.php or its api.php, beginning with http:// or https://": (
        "укажите адрес любой страницы вики, её index.php или api.php, начиная с http:// или https://"
    ),
    "ask the wiki's administrator to switch it on ($wgEnableAPI)": (
        "попросите администратора вики включить его ($wgEnableAPI)"
    ),
    "the page names no MediaWiki": "на странице нет признаков MediaWiki",
    "it does not say which MediaWiki it is": "не сообщается, какая это версия MediaWiki",
    "pywikibot stopped with {name}": "pywikibot прервал работу: {name}",
    # refusals
    "{title}: the page has changed since it was pulled ({code})": (
        "{title}: страница изменилась после того, как была получена ({code})"
    ),
    "pull it again and make the edit on the new text": "получите её заново и внесите правку в новый текст",
    "the wiki no longer knows who we are ({code})": "вики больше не узнаёт учётную запись ({code})",
    "check account and password, then run again": "проверьте учётную запись и пароль и запустите снова",
    "the account is blocked on the wiki": "учётная запись заблокирована на вики",
    "read the block's reason on the wiki; the bot stops here": (
        "прочтите на вики причину блокировки; бот на этом останавливается"
    ),
    "{title} is protected": "страница {title} защищена",
    "ask someone with the right to edit it, or leave the page alone": (
        "обратитесь к тому, кто может её править, или оставьте страницу как есть"
    ),
    "{title}: the wiki's filter refuses the text ({info})": "{title}: фильтр вики не принимает текст ({info})",
    "see which link or phrase it names": "посмотрите, какую ссылку или фразу он называет",
    "the wiki takes no edits now ({code}: {info})": "сейчас вики не принимает правки ({code}: {info})",
    "try again later": "повторите позже",
    "the account may not do this on the wiki ({code})": "учётной записи это на вики не разрешено ({code})",
    "ask an administrator for the right, or for the bot password's grant": (
        "попросите у администратора это право или разрешение для пароля бота"
    ),
    "the wiki refused: {code}: {info}": "вики отказала: {code}: {info}",
    "{title}: the wiki asks for a captcha": "{title}: вики требует ввести капчу",
    "a bot does not solve it: ask for the bot group, or save this page by hand": (
        "бот её не решает: попросите включить учётную запись в группу ботов или сохраните страницу вручную"
    ),
    "the wiki refuses the login ({result}: {reason})": "вики не принимает вход ({result}: {reason})",
    "check `[wiki] user` and the password; a bot password needs the name with its part after @": (
        "проверьте `[wiki] user` и пароль; для пароля бота нужно имя вместе с частью после @"
    ),
    "the wiki takes {title} for no page of its own": "вики не считает {title} своей страницей",
    "there is no password for {user}": "для {user} нет пароля",
    "set MLWIKI_WIKI_PASSWORD, or `[wiki] password_file`, or leave `[wiki] user` empty to only read": (
        "задайте MLWIKI_WIKI_PASSWORD или `[wiki] password_file` либо оставьте `[wiki] user` пустым, чтобы только читать"
    ),
    "name another folder in `[store] path` or MLWIKI_STATE": "укажите другую папку в `[store] path` или MLWIKI_STATE",
    "next attempt in {seconds} s at the earliest": "следующая попытка — не раньше чем через {seconds} с",
    "{title}: the wiki asks to wait ({words})": "{title}: вики просит подождать ({words})",
    # the edit form and the API of older wikis
    "{title}: the edit form holds another text than revision {base}": (
        "{title}: в форме правки не тот текст, что в версии {base}"
    ),
    "{title}: the wiki reports a conflict with revision {base} ({outcome})": (
        "{title}: вики сообщает о конфликте с версией {base} ({outcome})"
    ),
    "{title}: the wiki shows a preview instead of saving ({words})": (
        "{title}: вики вместо сохранения показывает предпросмотр ({words})"
    ),
    "the session was lost; run again": "сеанс потерян; запустите снова",
    "it shows no edit form for {title}": "нет формы правки для страницы {title}",
    "{title}: the wiki did not save ({outcome}: {words})": "{title}: вики не сохранила текст ({outcome}: {words})",
    "open the page's edit form in a browser and try there": "откройте форму правки страницы в браузере и попробуйте там",
    "{title}: the account may not edit it ({words})": "{title}: учётной записи нельзя её править ({words})",
    "ask an administrator for the right": "попросите это право у администратора",
    "{title}: the wiki gives the account no edit token": "{title}: вики не выдаёт учётной записи ключ для правки",
    "ask an administrator whether it may edit through the API": "узнайте у администратора, можно ли ей править через API",
    # saving
    "another run is saving with this account": "с этой учётной записью сохраняет другой запуск программы",
    "wait until it has ended, or stop it; `mlwiki status` shows it": (
        "дождитесь его конца или остановите его; он виден в `mlwiki status`"
    ),
    "nothing was saved; name another folder in `[store] path` or MLWIKI_STATE": (
        "ничего не сохранено; укажите другую папку в `[store] path` или MLWIKI_STATE"
    ),
    "{title}: the page was deleted after revision {base} was pulled, and our save made it again as {mine}": (
        "{title}: страницу удалили после того, как была получена версия {base}, а сохранение создало её снова: {mine}"
    ),
    "ask an administrator to delete it once more, and why it was": (
        "попросите администратора удалить её ещё раз и узнайте причину"
    ),
    "own edit {mine} taken back: it ran into edit {other} by {user}": (
        "отмена своей правки {mine}: она столкнулась с правкой {other} участника {user}"
    ),
    "{title}: revision {mine} ran into revision {other} by {user} (both after {base}) and was taken back as {back}": (
        "{title}: версия {mine} столкнулась с версией {other} (автор {user}, обе после {base}) и отменена версией {back}"
    ),
    "pull the page again and make the edit on the new text": "получите страницу заново и внесите правку в новый текст",
    "saving needs a contact for the wiki's administrators": "для сохранения нужен контакт для администраторов вики",
    'set contact = "mailto:you@example.org" in mlwiki.toml': 'укажите contact = "mailto:you@example.org" в mlwiki.toml',
    "saving needs an account": "для сохранения нужна учётная запись",
    "set `[wiki] user` and the password; reading needs neither": (
        "укажите `[wiki] user` и пароль; для чтения они не нужны"
    ),
    "the wiki takes us for {name} and not for {wanted}": "вики узнаёт нас как {name}, а не как {wanted}",
    "the account {name} is blocked by {by}": "учётную запись {name} заблокировал участник {by}",
    "the stop page {title} does not say {word}": "на странице остановки {title} не написано {word}",
    "read why on the wiki; once it says exactly {word} again, saving goes on": (
        "узнайте на вики причину; когда там снова будет ровно {word}, сохранение продолжится"
    ),
    "{title}: the page was deleted after revision {base} was pulled": (
        "{title}: страницу удалили после того, как была получена версия {base}"
    ),
    "ask on the wiki why before making it again": "прежде чем создавать её снова, узнайте на вики причину",
    "{title}: the page exists already (revision {newest})": "{title}: страница уже есть (версия {newest})",
    "pull it and make the edit on its text": "получите её и внесите правку в её текст",
    "{title}: the gate's pass is for another text, title or revision": (
        "{title}: разрешение на сохранение выдано для другого текста, названия или версии"
    ),
    "check the page again; only what was checked is saved": "проверьте страницу снова: сохраняется только проверенное",
    "{title}: pulled at revision {base}, but {user} has saved revision {newest}": (
        "{title}: получена версия {base}, но на вики уже версия {newest} (автор {user})"
    ),
    "{title}: the wiki took the save, but its history has no revision of ours after {base}": (
        "{title}: вики приняла сохранение, но в истории после {base} нет нашей версии"
    ),
    "look at the page's history before trying again": "посмотрите историю страницы, прежде чем пробовать снова",
    "{title}: saved as revision {mine}, but {user} had saved {other} after {base}; the wiki mixed the two": (
        "{title}: сохранена версия {mine}, но между ней и {base} есть версия {other} (автор {user}); вики смешала их"
    ),
    "compare the two revisions on the wiki now and restore what is lost": (
        "сравните эти версии на вики сейчас и верните то, что потеряно"
    ),
    "{title}: revision {mine} after {base} holds another text than was sent": (
        "{title}: в версии {mine} после {base} не тот текст, который был отправлен"
    ),
    "compare it on the wiki; a filter or a merge may have changed it": (
        "сравните тексты на вики: его мог изменить фильтр или слияние"
    ),
    "{name} does not tell its page: the title was too long for a file name": (
        "по имени {name} страницу не узнать: название не поместилось в имя файла"
    ),
    "keep the .wiki.json beside it, or pull the page again": (
        "верните лежавший рядом файл .wiki.json или получите страницу заново"
    ),
    # etiquette
    "{title} is a redirect": "{title} — перенаправление",
    "{title} is somebody's own page": "{title} — чья-то личная страница",
    "{title} keeps bots away ({{{{bots}}}} or {{{{nobots}}}})": (
        "на странице {title} ботов просят не править ({{{{bots}}}} или {{{{nobots}}}})"
    ),
    "the account {name} has the rights {rights}": "у учётной записи {name} есть права {rights}",
    "somebody has written on the talk page of {name}": "на странице обсуждения участника {name} есть новое сообщение",
    "{host} answers only http: the password travels in clear": (
        "{host} работает по http: пароль передаётся открытым текстом"
    ),
    # doctor
    "{address}: {name}, MediaWiki {version}": "{address}: {name}, MediaWiki {version}",
    "pages are saved through {client}": "страницы сохраняются через {client}",
    "the edit form": "форму правки",
    "this wiki's API cannot save pages, so they are saved by the edit form": (
        "API этой вики не умеет сохранять страницы, поэтому они сохраняются через форму правки"
    ),
    "MediaWiki 1.31 and later are served by pywikibot": "с MediaWiki 1.31 и новее работает pywikibot",
    "the API is enough here: nothing is saved, or the wiki is older than pywikibot serves": (
        "здесь достаточно API: сохранять не требуется либо вики старше, чем поддерживает pywikibot"
    ),
    "profile {name}: the wiki knows its tags": "профиль {name}: вики знает его теги",
    "profile {name} writes {tags}, which the wiki does not know": (
        "профиль {name} пишет {tags}, а вики этого не знает"
    ),
    "set `[wiki] profile` to the one that fits; the wiki's version page lists its tags": (
        "укажите в `[wiki] profile` подходящий; теги перечислены на странице версии вики"
    ),
    "clock: {n} second apart": (
        "часы: расхождение {n} секунда",
        "часы: расхождение {n} секунды",
        "часы: расхождение {n} секунд",
    ),
    "set this machine's clock; if it is right, tell the wiki's administrator": (
        "поправьте часы этой машины; если они верны, сообщите администратору вики"
    ),
    "no account is set: reading only": "учётная запись не указана: только чтение",
    "to save, set `[wiki] user` and the password of a bot account": (
        "чтобы сохранять, укажите `[wiki] user` и пароль учётной записи бота"
    ),
    "use an account that can do little, with a password used nowhere else": (
        "возьмите учётную запись с малыми правами и пароль, который больше нигде не используется"
    ),
    "logged in as {name}, groups: {groups}": "вход выполнен: {name}, группы: {groups}",
    "use an account of the bot's own, or set `[wiki] allow_personal = true` on purpose": (
        "возьмите отдельную учётную запись для бота или сознательно укажите `[wiki] allow_personal = true`"
    ),
    "read it and answer; `mlwiki run` waits until then": "прочтите и ответьте; до тех пор `mlwiki run` ждёт",
    "the account has no right to edit": "у учётной записи нет права править",
    "ask an administrator, or widen the bot password": "обратитесь к администратору или расширьте права пароля бота",
    "the account is not in the bot group: its edits fill everybody's recent changes": (
        "учётная запись не в группе ботов: её правки заполнят всем список свежих правок"
    ),
    "ask the wiki's administrator for the group before the first unattended run": (
        "попросите администратора вики включить её в группу до первого самостоятельного запуска"
    ),
    "no contact is set: nothing will be saved": "контакт не указан: ничего не будет сохранено",
    "{seconds} s between saves": "между сохранениями {seconds} с",
    "that is faster than bot policies allow": "это быстрее, чем разрешают правила для ботов",
    "set `[wiki] throttle = 10.0` or more": "укажите `[wiki] throttle = 10.0` или больше",
    "there is no stop page: people on the wiki cannot halt the bot": (
        "страницы остановки нет: участники вики не могут остановить бота"
    ),
    "make a page that says exactly run, and set `[wiki] stop_page` to its title": (
        "создайте страницу ровно со словом run и укажите её название в `[wiki] stop_page`"
    ),
    "stop page {title}: run": "страница остановки {title}: run",
    # pull
    "pulled: {new} new, {updated} updated, {merged} merged with your edits, {unchanged} unchanged, {kept} kept, "
    "{missing} not on the wiki": (
        "получено: новых {new}, обновлено {updated}, объединено с вашими правками {merged}, без изменений {unchanged}, "
        "оставлено {kept}, нет на вики {missing}"
    ),
    "{path}: your edits now stand on revision {newest}; your text as it was is in {mine}": (
        "{path}: ваши правки теперь поверх версии {newest}; прежний ваш текст — в {mine}"
    ),
    "nothing to pull": "нечего получать",
    "name titles, --category or --all": "назовите страницы, --category или --all",
    "pulling pages": "получение страниц",
    "the wiki has no page {title}": "на вики нет страницы {title}",
    "{path} was not pulled from the wiki and is kept": "файл {path} получен не с вики и оставлен как есть",
    "{path} holds your edits and is kept; the page has not changed": (
        "в файле {path} ваши правки, он оставлен как есть; страница не изменилась"
    ),
    "{path} holds your edits of revision {base}; the wiki is at {newest}: nothing was overwritten": (
        "в файле {path} ваши правки версии {base}, а на вики уже версия {newest}: ничего не перезаписано"
    ),
    # the wiki's own rendering before a save
    "{n} notes would be lost or changed where the edits change {changed}, first: «{note}»": (
        "пропадает или меняется сносок: {n}, а правки меняют {changed}; первая: «{note}»"
    ),
    "a footnote error would be shown that is not there now: «{error}»": (
        "появилась бы ошибка сноски, которой сейчас нет: «{error}»"
    ),
    "{title}: not saved, by the wiki's own preview {why}": "{title}: не сохранено, по предпросмотру самой вики {why}",
    "look at the preview in the page's edit form; the page was left as it is": (
        "посмотрите предпросмотр в форме правки; страница оставлена как есть"
    ),
    "{title}: the wiki could not be asked for a preview ({why}); our own proof stands": (
        "{title}: предпросмотр у вики получить не удалось ({why}); остаётся наша собственная проверка"
    ),
    "it shows no preview of {title}": "она не даёт предпросмотра страницы {title}",
    # whose account it is
    "the account {name} has edits that are not the bot's: {n} lately, the newest {revid} of «{title}»": (
        "у учётной записи {name} есть правки, сделанные не ботом: недавних {n}, последняя — {revid}, страница «{title}»"
    ),
    "the account's edits cannot be looked at: {why}": "посмотреть правки учётной записи не удалось: {why}",
    "the account is the bot's own: no rights and no edits of a person's": (
        "учётная запись принадлежит только боту: ни прав, ни правок человека"
    ),
    "listing pages": "составляется список страниц",
    # a wiki whose API is off
    "the wiki's API is switched off, and only it tells {what}": "API вики выключен, а узнать {what} можно только через него",
    "recent changes": "недавние изменения",
    "an account's edits": "правки учётной записи",
    "a rendered text": "вид текста",
    "this": "это",
    "it shows no form to log in": "она не показывает форму входа",
    "it does not list the category": "она не перечисляет страницы категории",
    "Special:Export does not answer": "не отвечает Special:Export",
    "{title}: the wiki exports no history, and has no API to ask for it": (
        "{title}: вики не выгружает историю, а API, чтобы её спросить, выключен"
    ),
    "without it a save cannot be read back; ask the administrator for $wgEnableAPI": (
        "без неё нельзя проверить сохранение; попросите администратора включить $wgEnableAPI"
    ),
    "the wiki does not tell the account's rights: its API is switched off": (
        "вики не сообщает прав учётной записи: её API выключен"
    ),
    "it sends elsewhere; set `[wiki] url` to where a browser ends up": (
        "перенаправляет в другое место; укажите в `[wiki] url` адрес, который в итоге открывает браузер"
    ),
    "no contact is set, so services that want one are not asked; {how}": (
        "контакт не указан, поэтому службы, которым он нужен, не опрашиваются; {how}"
    ),
    "{title}: revision {revid} is not valid UTF-8 (byte at offset {offset}); it is not edited": (
        "{title}: версия {revid} — не UTF-8 (байт со смещением {offset}); она не правится"
    ),
    "open the page's edit form in a browser, mend or remove the broken character there, and save": (
        "откройте форму правки страницы в браузере, исправьте или удалите там испорченный знак и сохраните"
    ),
    "{title}: the wiki does not give the text of revision {revid}": "{title}: вики не отдаёт текст версии {revid}",
    "look at that revision in a browser; it may have been hidden": (
        "посмотрите эту версию в браузере: возможно, она скрыта"
    ),
    "pages whose text cannot be read:": "страницы, текст которых не читается:",
    "{title}: the answer to the save was lost ({why}); it may still arrive": (
        "{title}: ответ на сохранение потерялся ({why}); оно ещё может дойти"
    ),
    "run the same command again later: it looks for this save first, and gives it up after {minutes} minutes": (
        "повторите ту же команду позже: сначала она ищет это сохранение и через {minutes} мин перестаёт его ждать"
    ),
    "{title}: not saved, the earlier save of {since} may still arrive": (
        "{title}: не сохранено, прежнее сохранение от {since} ещё может дойти"
    ),
    "run the same command again in {minutes} minutes, or sooner": "повторите ту же команду через {minutes} мин или раньше",
    "{title}: the earlier save of {since} has arrived as revision {new}": (
        "{title}: прежнее сохранение от {since} дошло, это версия {new}"
    ),
    "{title}: the earlier save of {since} may still arrive": "{title}: прежнее сохранение от {since} ещё может дойти",
    "{title}: the earlier save of {since} has not arrived in {minutes} minutes and is given up": (
        "{title}: прежнее сохранение от {since} за {minutes} мин не дошло, больше его не ждут"
    ),
    "an earlier save of it has arrived as revision {new}": "прежнее её сохранение дошло, это версия {new}",
    "{path} is damaged: what was being saved cannot be told": ("{path} повреждён: неизвестно, что сохранялось"),
    "look at the account's contributions on the wiki, then remove that file": (
        "посмотрите вклад учётной записи на вики, затем удалите этот файл"
    ),
}
