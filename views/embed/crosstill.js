// Opens the checkout on a shop's page:
//
//   import { open } from "https://pay.example/crosstill.js";
//   open({ checkoutLink, onStatus: ({ invoiceId, status }) => {}, onClose: ({ reason, status }) => {} });
//
// What it tells is for the eye. Whether an order is paid, the webhook or the API says.

const ROOT = new URL(".", import.meta.url); // where this file lies, the gateway is
const ANSWER_TIMEOUT_MS = 20_000; // a frame that has not loaded by then does not come
const FULL = {
  position: "fixed",
  inset: "0",
  width: "100%",
  height: "100%",
  border: "0",
  padding: "0",
  margin: "0",
};

let current;

/**
 * Opens the checkout of an invoice over the page, by its checkoutLink or its invoiceId; one that is open is closed. `label`
 * names it to screen readers. `onStatus` hears of New, Processing, Settled, Expired and Invalid as they change. `onClose` is called
 * once, with the last status that was heard of and a reason: "payer", "page" (close() was called) or "unreachable".
 * Gives { close() }. Throws an Error for what cannot be opened.
 */
export function open({ checkoutLink, invoiceId, label = "Payment", onStatus, onClose } = {}) {
  const address = addressOf(checkoutLink, invoiceId);
  current?.close();
  const frame = document.createElement("iframe");
  const dialog = document.createElement("dialog");
  let status;
  let isOpen = true;

  const close = (reason) => {
    if (!isOpen) return;
    isOpen = false;
    current = undefined;
    clearTimeout(timer);
    removeEventListener("message", receive);
    dialog.close(); // the browser gives the focus back
    dialog.remove();
    onClose?.({ reason, status });
  };
  const receive = ({ origin, source, data }) => {
    if (origin !== ROOT.origin || source !== frame.contentWindow) return;
    if (data === "loaded") return show();
    if (data === "close") return close("payer");
    if (data?.crosstill === "return" && /^https?:/i.test(data.url)) top.location.href = data.url;
    if (/^(bitcoin|ethereum):/i.test(data?.open)) top.location.href = data.open;
    if (data?.status) onStatus?.({ invoiceId: data.invoiceId, status: (status = data.status) });
  };
  const show = () => {
    clearTimeout(timer);
    frame.style.visibility = "visible";
    frame.focus();
  };

  dialog.setAttribute("aria-label", label);
  Object.assign(dialog.style, FULL, { maxWidth: "none", maxHeight: "none", background: "transparent" });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault(); // Escape, before the frame has the focus
    close("payer");
  });
  frame.title = label;
  frame.allow = "clipboard-write";
  Object.assign(frame.style, FULL, { visibility: "hidden", colorScheme: "light dark" }); // else a dark frame is not seen through
  frame.src = address;
  addEventListener("message", receive);
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  const timer = setTimeout(() => close("unreachable"), ANSWER_TIMEOUT_MS);
  current = { close: () => close("page") };
  return current;
}

function addressOf(checkoutLink, invoiceId) {
  if (location.origin === "null")
    throw new Error(
      "Crosstill opens on pages with an origin of their own, not from a file or in a sandboxed frame.",
    );
  const link = checkoutLink ?? (invoiceId && `${ROOT.href}i/${encodeURIComponent(invoiceId)}`);
  const address = URL.canParse(link) ? new URL(link) : undefined;
  if (!address?.href.startsWith(`${ROOT.href}i/`))
    throw new Error(
      `Expected a checkoutLink that begins with ${ROOT.href}i/, or an invoiceId, got "${link}".`,
    );
  address.searchParams.set("view", "modal");
  address.searchParams.set("origin", location.origin);
  return address.href;
}
