// Loads what pays from a wallet in the browser (payByWallet.js) where there is one, or where one was asked for this invoice before.
// Most phones have none, and wait for nothing.

const panel = document.getElementById("browser-wallet");
let isLoading = false;

addEventListener("eip6963:announceProvider", load);
addEventListener("ethereum#initialized", load);
dispatchEvent(new Event("eip6963:requestProvider"));
if (globalThis.ethereum || wasAsked()) load();

function load() {
  if (isLoading || !panel) return;
  isLoading = true;
  import(panel.dataset.script);
}

function wasAsked() {
  try {
    return panel && localStorage.getItem(`crosstill.wallet.${panel.dataset.invoice}`) !== null;
  } catch {
    return false; // a window that may keep nothing
  }
}
