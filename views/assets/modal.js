// The checkout in a frame of a shop's page: tells that page what happens, keeps the keyboard inside, and opens links outside.

const sheet = document.getElementById("sheet");
const STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
const toldBefore = "again" in sheet.dataset;
let told = "New"; // what the shop's page takes an invoice for

if (parent !== window) {
  if (!toldBefore) tell("loaded");
  tellStatus();
  addEventListener("focus", enter);
  if (document.hasFocus()) enter();
}
document.addEventListener("crosstill:changed", tellStatus);
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);

function tell(message) {
  parent.postMessage(message, sheet.dataset.parent);
}

function tellStatus() {
  const { status = told, invoiceId } = document.getElementById("live")?.dataset ?? {};
  if (status === told) return;
  told = status;
  tell({ invoiceId, status });
}

/** A screen reader that comes in hears the dialog's name first. */
function enter() {
  if (!sheet.contains(document.activeElement)) sheet.focus({ preventScroll: true });
}

function onKey(event) {
  if (event.key === "Escape") tell("close");
  if (event.key !== "Tab") return;
  const stops = [...sheet.querySelectorAll(STOPS)].filter((stop) => !stop.disabled && stop.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const { activeElement } = document;
  const leaves = event.shiftKey ? activeElement === first || activeElement === sheet : activeElement === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

function onClick(event) {
  if (event.target.closest("[data-close]")) return tell("close");
  const link = event.target.closest("a[href]");
  if (!link) return;
  if (/^(bitcoin|ethereum):/i.test(link.href)) {
    event.preventDefault();
    return tell({ open: link.getAttribute("href") }); // a frame may not start a wallet in every browser; the page may
  }
  if (!link.target) link.target = "_blank"; // nothing else of ours may be framed
}
