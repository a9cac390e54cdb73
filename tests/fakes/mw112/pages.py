"""The HTML of the stand-in: the structure of 1.12.0's pages (mixed quotes included), without its decoration."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from tests.fakes.mw112.model import Answer, MiniWiki, Session, User

SITE = "MachineLearning"
_SESSION = "К сожалению, сервер не смог сохранить ваши изменения из-за потери идентификатора сессии."
_WORDS = {
    Answer.rate: (
        "Ограничение по скорости",
        "<p>В качестве меры борьбы со спамом, установлено ограничение на многократное применение данного действия.\n</p>",
    ),
    Answer.spam: (
        "Спам-фильтр",
        '<div id="spamprotected"><p>Страница, которую вы пытаетесь сохранить, заблокирована спам-фильтром.\n</p></div>',
    ),
}


def page(wiki: MiniWiki, heading: str, body: str, title: str | None = None, user: User | None = None) -> str:
    """A page in monobook: the head's variables and the content between its marks."""
    name = "null" if user is None else f'"{user.name}"'
    told = '<div class="usermessage">Вы получили новые сообщения.</div>' if user is not None and user.messages else ""
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">
<html lang="ru"><head><title>{escape(title or heading)} — {SITE}</title>
<script type= "text/javascript">/*<![CDATA[*/
var wgScriptPath = "/wiki";
var wgVersion = "{wiki.traits.version}";
var wgEnableAPI = {str(wiki.api_enabled).lower()};
var wgUserName = {name};
var wgEnableWriteAPI = {str(wiki.traits.write_api).lower()};
/*]]>*/</script></head><body><div id="content"><h1 class="firstHeading">{escape(heading)}</h1>
<div id="bodyContent"><div id="contentSub"></div>{told}<!-- start content -->
{body}<!-- end content --></div></div>
<form action="/wiki/index.php" id="searchform"><input id="searchInput" name="search" type="text" value="" />
<input type='submit' name="go" value="Перейти" /></form></body></html>"""


def edit_form(
    wiki: MiniWiki,
    session: Session,
    title: str,
    *,
    sent: dict[str, str] | None = None,
    answer: Answer = Answer.form,
    theirs: str = "",
) -> str:
    """The edit form: fresh, or with what was posted and the reason why it was not saved."""
    revisions = wiki.pages.get(title)
    stored = revisions[-1].text if revisions else ""
    text = theirs if answer is Answer.conflict else sent.get("wpTextbox1", "") if sent is not None else stored
    base = revisions[-1].time if revisions else wiki.time()
    if sent is not None and answer is not Answer.conflict:
        base = sent.get("wpEdittime", base)
    preview = ""
    if answer is Answer.session_preview:
        note = f"<div class='previewnote'><p><strong>{_SESSION}</strong>\n</p></div>"
        preview = f"<h2>Предпросмотр</h2>\n{note}\n<p>{escape(text)}\n</p>"
    if answer is Answer.preview:
        note = "<div class='previewnote'><p><strong>Это только предварительный просмотр.</strong>\n</p></div>"
        preview = f"<h2>Предпросмотр</h2>\n{note}\n{wiki.renders(text)}"
    start = sent.get("wpStarttime", "") if sent is not None else wiki.time()
    extra = _extra(answer, sent)
    head = "Конфликт редактирования" if answer is Answer.conflict else "Редактирование"
    body = f"""{extra["before"]}<div id="wikiPreview">{preview}</div>
<form id="editform" name="editform" method="post" action="/wiki/index.php?title={quote(title)}&amp;action=submit"
enctype="multipart/form-data">{extra["captcha"]}
<input type='hidden' value="" name="wpSection" />
<input type='hidden' value="{start}" name="wpStarttime" />

<input type='hidden' value="{base}" name="wpEdittime" />

<input type='hidden' value="" name="wpScrolltop" id="wpScrolltop" />
{extra["recreate"]}
<textarea tabindex='1' accesskey="," name="wpTextbox1" id="wpTextbox1" rows='25'
cols='80' >{escape(text)}
</textarea>
<input tabindex='2' type='text' value="{escape((sent or {}).get("wpSummary", ""))}" name='wpSummary' maxlength='200' />
{_boxes(session)}
<input id="wpSave" name="wpSave" type="submit" value="Записать страницу" />
<input id="wpPreview" name="wpPreview" type="submit" value="Предварительный просмотр" />
<input id="wpDiff" name="wpDiff" type="submit" value="Внесённые изменения" />
<input type='hidden' value="{escape(session.token())}" name="wpEditToken" />
{extra["ignore"]}<input name="wpAutoSummary" type="hidden" value="d41d8cd98f00b204e9800998ecf8427e" />{extra["mine"]}</form>
"""
    suffix = " - Предпросмотр" if answer in {Answer.session_preview, Answer.preview} else ""
    return page(wiki, f"{head}: {title}", body, f"{head}: {title}{suffix}")


def _boxes(session: Session) -> str:
    """The check boxes that only people with an account see."""
    if session.user is None:
        return ""
    return (
        '<input name="wpMinoredit" type="checkbox" value="1" />\n<input name="wpWatchthis" type="checkbox" value="1" />'
    )


def _extra(answer: Answer, sent: dict[str, str] | None) -> dict[str, str]:
    parts = dict.fromkeys(("before", "captcha", "recreate", "ignore", "mine"), "")
    if answer is Answer.conflict:
        parts["before"] = "<p>Пока вы редактировали эту статью, кто-то внёс в неё изменения.<br />\n</p>"
        mine = escape((sent or {}).get("wpTextbox1", ""))
        parts["mine"] = (
            f"\n<textarea tabindex='6' id='wpTextbox2' name=\"wpTextbox2\" rows='25' cols='80'>{mine}\n</textarea>"
        )
    elif answer is Answer.recreate:
        parts["recreate"] = "<input tabindex='1' type='checkbox' value='1' name='wpRecreate' id='wpRecreate' />"
    elif answer is Answer.captcha:
        parts["captcha"] = (
            '<p><label for="wpCaptchaWord">47 - 6</label> = <input name="wpCaptchaWord" id="wpCaptchaWord" /></p>\n'
            '<input type="hidden" name="wpCaptchaId" id="wpCaptchaId" value="803583434" />'
        )
    elif answer is Answer.summary:
        parts["before"] = (
            '<div id="mw-missingsummary"><b>Напоминание.</b> Вы не дали краткого описания изменений.</div>\n'
        )
        parts["ignore"] = '<input type="hidden" value="1" name="wpIgnoreBlankSummary" />'
    elif answer is Answer.too_big:
        parts["before"] = (
            "<p><strong>ОШИБКА: записываемый вами текст имеет размер больше, чем 2048 килобайт.</strong>\n</p>"
        )
    return parts


def no_right(wiki: MiniWiki, session: Session, title: str) -> str:
    """The page's source to look at, and why it cannot be edited."""
    if session.user is None:
        why = "Запрошенное действие могут выполнять только участники из группы user."
    elif session.user.blocked_by:
        why = "<big><b>Ваша учётная запись или IP-адрес заблокированы.</b></big>"
    else:
        why = "Эта страница закрыта для редактирования."
    body = (
        "<p>У вас нет прав на выполнение этой операции по следующей причине:\n</p>\n"
        f'<div class="permissions-errors">{why}</div>\n'
    )
    return page(wiki, "Просмотр", body + _source(wiki, title))


def read_only(wiki: MiniWiki, title: str) -> str:
    """The database is locked."""
    body = f"<p>Добавление новых статей и другие изменения базы данных сейчас заблокированы: {escape(wiki.read_only)}\n</p>"
    return page(wiki, "Запись в базу данных заблокирована", body + _source(wiki, title))


def _source(wiki: MiniWiki, title: str) -> str:
    text = escape(wiki.text(title) or "")
    return f'<textarea id="wpTextbox1" name="wpTextbox1" cols="80" rows="25" readonly="readonly">{text}</textarea>'


def words(wiki: MiniWiki, answer: Answer) -> str:
    """A page that only says why."""
    heading, body = _WORDS[answer]
    return page(wiki, heading, body)
