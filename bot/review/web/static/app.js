"use strict";
// The only script: it sends what a person decides, puts back what the server answers, and listens to the keys.
const token = document.querySelector("meta[name=token]").content;
const status = document.getElementById("status");
const main = document.querySelector("main[data-page]");
const ask = document.getElementById("ask");
const help = document.getElementById("help");
const save = document.getElementById("save");
const undone = [];
let fading;

function tell(text, { stay = false } = {}) {
  status.textContent = text;
  clearTimeout(fading);
  if (!stay) fading = setTimeout(() => { status.textContent = ""; }, 6000);
}

// a refusal stays until something else is said
const refuse = (error) => tell(error.message, { stay: true });

async function post(address, body, headers = {}) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body, headers: { "X-Mlwiki-Token": token, ...headers } });
  } catch {
    throw new Error(document.body.dataset.unstored);
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

const told = sessionStorage.getItem("told");
if (told) {
  sessionStorage.removeItem("told");
  tell(told, { stay: true });
}

// --- the first screen

for (const form of document.querySelectorAll("form[data-add]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      let answer;
      if (form.dataset.add === "file") {
        const file = form.elements.file.files[0];
        answer = await post("/add", await file.arrayBuffer(), { "X-Mlwiki-File": encodeURIComponent(file.name) });
      } else {
        answer = await post("/add", JSON.stringify(Object.fromEntries(new FormData(form))));
      }
      location.assign((await answer.json()).go);
    } catch (error) {
      document.getElementById("refusal").textContent = error.message;
      button.disabled = false;
    }
  });
}

const find = document.querySelector("form.find");
find?.addEventListener("submit", (event) => event.preventDefault());
find?.addEventListener("input", () => {
  const [name, code, left] = ["name", "code", "left"].map((one) => find.querySelector(`[data-find=${one}]`));
  for (const row of document.querySelectorAll(".pages li")) {
    row.hidden = !row.querySelector("a").textContent.toLowerCase().includes(name.value.toLowerCase())
      || (code.value && !row.dataset.code.split(" ").includes(code.value)) || (left.checked && row.dataset.left === "0");
  }
  const rows = [...document.querySelectorAll(".pages li")];
  const found = rows.filter((row) => !row.hidden).length;
  document.querySelector("[data-count]").textContent = found === rows.length ? found : `${found} / ${rows.length}`;
});

// --- a page that is being checked

const waiting = document.querySelector("[data-wait]");
async function look() {
  try {
    const found = await (await fetch(waiting.dataset.wait)).json();
    if (waiting.textContent !== found.said) waiting.textContent = found.said;
    if (!found.busy) { location.reload(); return; }
  } catch {
    tell(document.body.dataset.unstored);
  }
  setTimeout(look, 500);
}
if (waiting) look();

// --- cards

const shown = () => [...document.querySelectorAll("article.card")].filter((card) => card.checkVisibility());
const isOpen = (card) => card.dataset.state === "undecided";

function active() {
  return document.activeElement.closest("article.card") || shown().find(isOpen) || shown()[0];
}

function go(card) {
  if (!card) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "start" });
}

if (location.hash) go(document.querySelector(`article.card${location.hash}`));

function next(from, wanted = isOpen) {
  const cards = shown();
  const at = cards.findIndex((card) => card.id === from);
  const found = [...cards.slice(at + 1), ...cards.slice(0, Math.max(at, 0))].find(wanted);
  if (found) go(found); else tell(document.body.dataset.nothingLeft);
}

function swap(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  for (const part of [...holder.content.children]) document.getElementById(part.id)?.replaceWith(part);
  const listed = document.querySelector(".pages [aria-current] + .small strong");
  if (listed) listed.textContent = document.getElementById("bar").dataset.left;
}

// --- many edits at once: those that the filters show and nobody has decided

const waitingEdits = () => shown().filter((card) => isOpen(card) && card.dataset.kind === "edit");

function count() {
  const last = undone.at(-1);
  for (const [does, number] of [["accept", waitingEdits().length], ["undo", Array.isArray(last) ? last.length : 0]]) {
    const row = document.querySelector(`[data-all=${does}]`);
    if (!row) continue;
    row.hidden = !number;
    row.querySelector("strong").textContent = number;
  }
}

async function decideAll(does) {
  const ids = does === "undo" ? undone.at(-1) : waitingEdits().map((card) => card.id);
  if (!ids?.length) return;
  try {
    swap(await (await post(`/p/${main.dataset.page}/decide-all`, JSON.stringify({ cards: ids, does }))).text());
  } catch (error) { refuse(error); return; }
  if (does === "undo") undone.pop(); else undone.push(ids);
  count();
  tell(does === "undo" ? document.body.dataset.undone : `${document.body.dataset.stored} ${ids.length}`);
  if (does === "undo") go(document.getElementById(ids[0])); else document.querySelector("[data-all=undo] button").focus();
}

count();

async function decide(card, does, more = {}) {
  const id = card.id;
  try {
    swap(await (await post(`/p/${main.dataset.page}/decide`, JSON.stringify({ card: id, does, ...more }))).text());
  } catch (error) {
    refuse(error);
    go(card);
    return;
  }
  if (does === "undo") {
    count();
    tell(document.body.dataset.undone);
    go(document.getElementById(id));
    return;
  }
  undone.push(id);
  count();
  tell(document.body.dataset.stored);
  const now = document.getElementById(id);
  if (isOpen(now)) go(now); else next(id);
}

function begin(card, button) {
  const { do: does, asks, label } = button.dataset;
  if (does === "edit") {
    const form = card.querySelector("form.own");
    form.hidden = false;
    form.querySelector("textarea").focus();
  } else if (asks) {
    const finding = card.querySelector(".line[data-open='1']")?.dataset.finding || "";
    const [name, reason] = [document.getElementById("ask-name"), document.getElementById("ask-reason")];
    document.getElementById("ask-title").textContent = button.firstChild.textContent.trim() + ": "
      + card.querySelector("h4").textContent;
    document.getElementById("ask-name-row").hidden = !label;
    const [nameLabel, reasonLabel] = [name.labels[0], reason.labels[0]];
    nameLabel.textContent = nameLabel.dataset.text.replace("{label}", label || "");
    reasonLabel.textContent = asks === "reason" ? reasonLabel.dataset.reason : reasonLabel.dataset.optional;
    name.required = Boolean(label);
    reason.required = asks === "reason";
    name.value = reason.value = "";
    ask.returnValue = "";
    ask.onclose = () => {
      if (ask.returnValue === "store") decide(card, does, { reason: reason.value, label: name.value, finding });
      else go(card);
    };
    ask.showModal();
  } else {
    decide(card, does);
  }
}

// --- saving: first what would change and what the gate says, then a person's summary

async function offer(button) {
  if (button.disabled) return;
  button.disabled = true;
  tell(button.dataset.asking, { stay: true });
  try {
    save.innerHTML = await (await post(`/p/${main.dataset.page}/offer`, "{}")).text();
    tell("");
    save.showModal();
    save.querySelector("#save-summary:not([type=hidden]), button")?.focus();
  } catch (error) { refuse(error); }
  button.disabled = false;
}

async function keep(form) {
  const button = form.querySelector("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const [summary, seen] = ["save-summary", "save-seen"].map((id) => document.getElementById(id).value);
  try {
    const { said, go: where } = await (await post(`/p/${main.dataset.page}/save`, JSON.stringify({ summary, seen }))).json();
    sessionStorage.setItem("told", said);
    location.assign(where);
  } catch (error) {
    save.close();
    refuse(error);
  }
}

async function warn() {
  try {
    const { said } = await (await post(`/p/${main.dataset.page}/current`, "{}")).json();
    if (said) tell(said, { stay: true });
  } catch (error) { refuse(error); }
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("a[data-current]")) warn();
  if (event.target.closest("a[data-leave]")) {
    event.preventDefault();
    save.close();
    const card = document.querySelector(event.target.getAttribute("href"));
    const folded = card?.closest("details");
    if (folded) folded.open = true;
    go(card);
  }
  const button = event.target.closest("button");
  if (!button) return;
  const card = button.closest("article.card");
  const all = button.closest("[data-all]");
  if (all) { decideAll(all.dataset.all); return; }
  if (card && button.dataset.do) begin(card, button);
  else if ("close" in button.dataset) { button.form.hidden = true; go(card); }
  else if ("cancel" in button.dataset) ask.close("");
  else if ("help" in button.dataset) help.showModal();
  else if ("offer" in button.dataset) offer(button);
  else if ("shut" in button.dataset) save.close();
  else if (button.dataset.language) {
    try { await post("/language", JSON.stringify({ language: button.dataset.language })); location.reload(); } catch (error) { refuse(error); }
  } else if (button.dataset.copy) copy(document.getElementById(button.dataset.copy));
  else if (button.dataset.post) {
    try { location.assign((await (await post(button.dataset.post, "{}")).json()).go); } catch (error) { refuse(error); }
  }
});

document.addEventListener("submit", async (event) => {
  if (!event.target.matches("form.own, form[data-supply], form[data-save]")) return;
  event.preventDefault();
  if ("save" in event.target.dataset) { keep(event.target); return; }
  if ("supply" in event.target.dataset) {
    const file = event.target.querySelector("input").files[0];
    const headers = { "X-Mlwiki-Card": event.target.closest("article.card").id };
    if (file) headers["X-Mlwiki-File"] = encodeURIComponent(file.name);
    try {
      const body = file ? await file.arrayBuffer() : event.target.querySelector("textarea").value;
      const { go: where } = await (await post(`/p/${main.dataset.page}/source`, body, headers)).json();
      history.replaceState(null, "", where);
      location.reload();
    } catch (error) { refuse(error); }
    return;
  }
  const texts = [...event.target.querySelectorAll("textarea")].map((area) => area.value);
  decide(event.target.closest("article.card"), "edit", { texts });
});

async function copy(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    tell(document.body.dataset.copied);
  } catch {
    area.closest("details").open = true;
    area.select();
    tell(document.body.dataset.byHand);
  }
}

for (const filter of document.querySelectorAll("[data-filter]")) {
  filter.addEventListener("change", () => {
    const chosen = [...document.querySelectorAll("[data-filter]")].filter((one) => one.value);
    for (const card of document.querySelectorAll("article.card")) {
      card.hidden = !chosen.every((one) => (card.dataset[one.dataset.filter] || "").split(" ").includes(one.value));
    }
    count();
  });
}

// --- keys: by their letter, else by their place, so that a Russian layout works too

const keys = document.getElementById("keys");
if (keys) {
  keys.checked = localStorage.getItem("keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
}
const PLACES = { KeyA: "a", KeyY: "y", KeyE: "e", KeyN: "n", KeyF: "f", KeyS: "s", KeyU: "u", KeyJ: "j", KeyK: "k", KeyO: "o", KeyV: "v", KeyW: "w" };

document.addEventListener("keydown", (event) => {
  if (!main || !keys?.checked || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape" && event.target.closest("form.own")) event.target.form.querySelector("[data-close]").click();
    return;
  }
  const letter = /^[a-z?]$/i.test(event.key) ? event.key.toLowerCase() : PLACES[event.code] || (event.code === "Slash" && event.shiftKey ? "?" : "");
  const card = active();
  if (letter === "a") { if (!event.shiftKey) return; decideAll("accept"); }
  else if (letter === "?") help.showModal();
  else if (letter === "u" && Array.isArray(undone.at(-1))
    && (!card?.querySelector("[data-do=undo]") || undone.at(-1).includes(card.id))) decideAll("undo");
  else if (letter === "w") document.querySelector("[data-offer]")?.click();
  else if (!card) return;
  else if (letter === "j" || letter === "k") {
    const cards = shown();
    const at = document.activeElement.closest("article.card") ? cards.indexOf(card) + (letter === "j" ? 1 : -1) : cards.indexOf(card);
    go(cards[Math.min(Math.max(at, 0), cards.length - 1)]);
  } else if (letter === "s") next(card.id);
  else if (letter === "o") card.querySelector("[data-source]")?.click();
  else if (letter === "v") for (const one of card.querySelectorAll("details.verdict")) one.open = !one.open;
  else if (letter === "u") {
    const last = card.querySelector("[data-do=undo]") ? card : document.getElementById(undone.pop());
    if (last) decide(last, "undo");
  } else {
    const button = letter && card.querySelector(`[data-key="${letter}"]`);
    if (!button) return;
    begin(card, button);
  }
  event.preventDefault();
});
