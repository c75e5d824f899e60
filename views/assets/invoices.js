// Keeps the list of invoices fresh, and counts what is ticked. Without this file the list is as fresh as its page.

const POLL_MS = 10_000;
const SLOWEST_POLL_MS = 80_000;
const LEFT_ALONE_MS = 15 * 60_000; // a page without input for so long stops asking

const policy = globalThis.trustedTypes?.createPolicy("crosstill", { createHTML: (html) => html });
const rows = document.getElementById("rows");
const all = document.getElementById("tick-all");
const ticked = document.getElementById("ticked");

let failures = 0;
let touchedMs = performance.now();
for (const kind of ["pointerdown", "keydown", "scroll"])
  addEventListener(kind, () => (touchedMs = performance.now()), { passive: true });

if (rows) {
  schedule();
  rows.addEventListener("change", count);
  all?.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  count();
}

function boxes() {
  return [...rows.querySelectorAll('input[name="id"]')];
}

function count() {
  if (!ticked) return;
  const chosen = boxes().filter(({ checked }) => checked).length;
  ticked.hidden = chosen === 0;
  ticked.textContent = chosen === 1 ? ticked.dataset.one : ticked.dataset.other.replace("{count}", chosen);
  if (!all) return;
  all.checked = chosen > 0 && chosen === boxes().length;
  all.indeterminate = chosen > 0 && !all.checked;
}

function schedule() {
  setTimeout(look, Math.min(POLL_MS * 2 ** failures, SLOWEST_POLL_MS));
}

async function look() {
  const isLeft = performance.now() - touchedMs > LEFT_ALONE_MS;
  if (document.hidden || isLeft) return schedule();
  try {
    const answer = await fetch(rows.dataset.changes, {
      redirect: "manual",
      headers: { accept: "application/json" },
    });
    if (answer.type === "opaqueredirect") return; // the session has ended
    if (!answer.ok) throw new Error(String(answer.status));
    const { rows: now } = await answer.json();
    if (namesOf(now) !== namesOf([...rows.children].map(({ dataset }) => dataset))) await refresh();
    failures = 0;
  } catch {
    failures++;
  }
  schedule();
}

function namesOf(lines) {
  return lines.map(({ id, tag }) => `${id} ${tag}`).join();
}

// Only what has changed is put into the page: what is ticked, focused and scrolled to stays.
async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const html = await answer.text();
  const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
  const fresh = page.getElementById("rows");
  if (!fresh) return;
  const known = new Map([...rows.children].map((row) => [row.dataset.id, row]));
  const focused = document.activeElement?.closest?.("tr")?.dataset.id;
  const kind = document.activeElement?.tagName;
  const lines = [...fresh.children].map((row) => {
    const before = known.get(row.dataset.id);
    if (before?.dataset.tag === row.dataset.tag) return before;
    const box = row.querySelector('input[name="id"]');
    if (box) box.checked = before?.querySelector('input[name="id"]')?.checked ?? false;
    return document.adoptNode(row);
  });
  rows.replaceChildren(...lines);
  if (focused)
    lines
      .find((row) => row.dataset.id === focused)
      ?.querySelector(kind)
      ?.focus({ preventScroll: true });
  count();
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = announcer.dataset.changed;
}
