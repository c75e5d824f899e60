// Keeps the checkout page fresh. Everything is already readable without this file; it adds three things:
// live updates (server-sent events, polling when those fail), the countdown, and the copy buttons.

const POLL_MS = 5_000;
const SLOWEST_POLL_MS = 40_000;
const SILENCE_MS = 30_000; // the server sends a heartbeat every 15 seconds: two missing ones are a connection that has stalled
const ANSWER_MS = 10_000; // a fetch without an answer by then has failed
const LAST_MINUTES_MS = 300_000;
const FEEDBACK_MS = 2_000;

// The page forbids making HTML from text except by this policy, and only our own server's fragment goes through it.
const policy = globalThis.trustedTypes?.createPolicy("crosstill", { createHTML: (html) => html });
const live = () => document.getElementById("live");
const announcer = document.getElementById("announcer");

let failures = 0;
let pollTimer;
let source;
let heardMs = 0; // when the stream last said anything
let busy = false;
let again = false;
let skew = 0; // server time minus performance.now(): the payer's own clock may be wrong and does not matter
let announcedMs = Infinity;
let spent = false; // the countdown is over and the server has not said yet what follows: ask, also when the stream is open
const texts = JSON.parse(announcer?.dataset.texts ?? "{}"); // in the page's language, with placeholders
const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
const copied = new Map(); // id of a copy button -> its words before

if (live()) {
  readTimes();
  setInterval(tick, 1_000);
  setInterval(noticeSilence, 1_000);
  if (!isFinal()) {
    listen();
    document.addEventListener("visibilitychange", () => document.hidden || refresh());
    addEventListener("online", refresh);
    addEventListener("pageshow", (event) => event.persisted && refresh());
  }
}
document.addEventListener("click", onClick);

// Live updates

function listen() {
  schedulePoll();
  if (!("EventSource" in globalThis)) return;
  source = new EventSource(live().dataset.eventsUrl);
  heard();
  source.addEventListener("open", () => {
    heard();
    clearTimeout(pollTimer);
    refresh(); // what changed between the page and the stream
  });
  source.addEventListener("heartbeat", heard);
  source.addEventListener("changed", (event) => {
    heard();
    if (versionIn(event.data) > Number(live().dataset.version)) refresh();
  });
  source.addEventListener("again", refresh);
  source.addEventListener("error", schedulePoll);
}

function heard() {
  heardMs = performance.now();
}

/** A connection can stall without an error, on phones and behind proxies: then ask, and open another stream. */
function noticeSilence() {
  if (isFinal() || source?.readyState !== EventSource.OPEN) return;
  if (performance.now() - heardMs < SILENCE_MS) return;
  source.close();
  refresh();
  listen();
}

function versionIn(data) {
  try {
    return Number(JSON.parse(data).version);
  } catch {
    return Infinity; // an unreadable hint is still a hint
  }
}

function schedulePoll() {
  clearTimeout(pollTimer);
  if (isFinal() || (source?.readyState === EventSource.OPEN && !spent)) return;
  const wait = Math.min(POLL_MS * 2 ** failures, SLOWEST_POLL_MS);
  pollTimer = setTimeout(() => (document.hidden ? schedulePoll() : refresh()), wait);
}

async function refresh() {
  if (isFinal()) return;
  if (busy) return void (again = true);
  busy = true;
  try {
    show(await fetchFragment());
    failures = 0;
  } catch {
    failures += 1;
  }
  busy = false;
  document.getElementById("offline").hidden = failures < 2; // one lost answer on a phone is no news
  schedulePoll();
  if (again && failures === 0) {
    again = false;
    refresh();
  }
}

async function fetchFragment() {
  const signal = AbortSignal.timeout?.(ANSWER_MS);
  const headers = { accept: "text/html" };
  const answer = await fetch(live().dataset.statusUrl, {
    headers,
    signal,
    cache: "no-store",
    redirect: "error",
  });
  if (!answer.ok) throw new Error(`Expected the page's news, got status ${answer.status}.`);
  const html = await answer.text();
  const parsed = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
  const fragment = parsed.getElementById("live");
  if (!fragment) throw new Error("Expected the page's live part, got another page.");
  return document.adoptNode(fragment);
}

function show(next) {
  const now = live();
  if (Number(next.dataset.version) < Number(now.dataset.version)) return; // an old answer that came late
  const same = next.dataset.version === now.dataset.version && next.dataset.stage === now.dataset.stage;
  if (!same) swap(now, next);
  else for (const name of ["now", "expires"]) now.dataset[name] = next.dataset[name];
  readTimes();
  if (isFinal()) stop();
}

/** Puts the new part in place; focus, open details, what is being typed and "Copied" stay where the reader left them. */
function swap(now, next) {
  const focused = now.contains(document.activeElement) ? document.activeElement.id : "";
  for (const { id } of now.querySelectorAll("details[open]"))
    next.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  for (const { id, value } of now.querySelectorAll("input.field")) {
    const field = next.querySelector(`#${CSS.escape(id)}`);
    if (field && value) field.value = value; // the reader may be in the middle of it
  }
  const stageChanged = now.dataset.stage !== next.dataset.stage;
  now.replaceWith(next);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  for (const id of copied.keys()) markCopied(id);
  document.title = next.dataset.title;
  document.dispatchEvent(new Event("crosstill:changed"));
  if (stageChanged) announce(next.dataset.say);
}

function stop() {
  source?.close();
  clearTimeout(pollTimer);
}

function isFinal() {
  return "final" in live().dataset;
}

function announce(text) {
  announcer.textContent = text;
}

// The countdown: nothing but a line under Details, and a ring with seconds in the last five minutes. Read aloud twice at most.

function readTimes() {
  skew = Number(live().dataset.now) - performance.now();
  if (!isCounting() || timeLeft() > 0) spent = false;
  tick();
}

function timeLeft(until = live().dataset.expires) {
  return Number(until) - skew - performance.now();
}

function tick() {
  if (!isCounting()) return;
  const left = timeLeft();
  const quote = document.getElementById("quote-left");
  for (const id of ["time-left", "price-left"]) write(document.getElementById(id), remaining(left));
  if (quote) write(quote, soon(timeLeft(quote.dataset.until)));
  document.getElementById("timer")?.toggleAttribute("hidden", left > LAST_MINUTES_MS);
  const spentShare = 1 - Math.min(Math.max(0, left / LAST_MINUTES_MS), 1);
  document.getElementById("ring")?.setAttribute("stroke-dasharray", `${Math.round(100 * spentShare)} 100`);
  const mark = [60_000, LAST_MINUTES_MS].find((each) => left <= each);
  if (mark < announcedMs && left > 0) {
    announcedMs = mark;
    announce(say("pay.moreMinutes", { count: Math.ceil(left / 60_000) }));
  }
  if (left <= 0 && !spent) {
    spent = true;
    refresh();
  }
}

function isCounting() {
  return "counting" in live().dataset;
}

/** The same words as remaining() in src/gateway/http/checkout/words.ts. */
function remaining(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds <= 300) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return say("common.minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? say("common.hours", { hours, minutes: minutes % 60 })
    : say("common.days", { count: Math.floor(hours / 24) });
}

/** The same words as soon() there. */
function soon(ms) {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? say("pay.soonest") : say("pay.soon", { minutes });
}

/** A text of the server's, with its values. */
function say(key, values = {}) {
  const text = texts[key] ?? "";
  const form = typeof text === "string" ? text : (text[plurals.select(values.count)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// Copying

async function onClick({ target }) {
  if (target.closest("#print")) return print();
  const button = target.closest("[data-copy]");
  if (!button) return;
  const { copy, name, source: sourceId } = button.dataset;
  if (!((await toClipboard(copy)) || oldCopy(copy))) {
    if (sourceId) getSelection().selectAllChildren(document.getElementById(sourceId));
    return announce(say("pay.selected", { name }));
  }
  copied.set(button.id, copied.get(button.id) ?? button.querySelector("span").textContent);
  markCopied(button.id);
  announce(say("pay.copiedWhat", { name }));
  setTimeout(() => unmark(button.id), FEEDBACK_MS);
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // absent over plain http, or refused
  }
}

function oldCopy(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "for-readers";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

function markCopied(id) {
  setWords(id, say("pay.copied"), "#icon-check", true);
}

function unmark(id) {
  if (!copied.has(id)) return;
  setWords(id, copied.get(id), "#icon-copy", false);
  copied.delete(id);
}

function setWords(id, words, icon, done) {
  const button = document.getElementById(id);
  if (!button) return;
  button.querySelector("span").textContent = words;
  button.querySelector("use").setAttribute("href", icon);
  button.classList.toggle("is-done", done);
}
