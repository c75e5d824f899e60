// Takes the payer back to the shop, where the shop wants that, five seconds after the payment has settled. Only a page that was
// open meanwhile does: a later visitor wants to read it.

const WAIT_MS = 5_000;
let timer;

document.addEventListener("crosstill:changed", () => {
  const note = document.getElementById("going-back");
  if (!note || timer) return;
  note.hidden = false;
  timer = setTimeout(goBack, WAIT_MS);
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#stay")) return;
  clearTimeout(timer);
  document.getElementById("going-back").hidden = true;
  document.getElementById("return").focus();
});

function goBack() {
  const url = document.getElementById("return").href;
  const sheet = document.getElementById("sheet");
  // A frame without a click may not lead its page elsewhere, so the shop's page is asked to.
  if (sheet && parent !== window) parent.postMessage({ crosstill: "return", url }, sheet.dataset.parent);
  else location.assign(url);
}
