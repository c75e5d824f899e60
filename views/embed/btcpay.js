// Opens the checkout on a shop's page, with the interface that shop plugins of BTCPay Server know: window.btcpay.
// What the frame says is for the eye; what a shop trusts is the webhook or the API. For shops without such a plugin: /crosstill.js
(() => {
  "use strict";

  const PATH = /\/modal\/btcpay\.js(\?.*)?$/;
  const script = document.currentScript ?? document.querySelector('script[src*="/modal/btcpay.js"]');
  let root = (script?.src ?? "").replace(PATH, "");
  let frame; // the one iframe, from appendInvoiceFrame until hideFrame
  let shown = false;
  let focusedBefore;
  let madeInert = [];
  let onEnter = () => {};
  let onLeave = () => {};
  let onMessage = () => {};

  const STYLE = {
    ...{ position: "fixed", top: "0", left: "0", width: "100%", height: "100%", border: "0" },
    ...{ zIndex: "2000", display: "none", background: "transparent", colorScheme: "light dark" },
  };

  /** Adds the frame of an invoice, hidden. It shows itself once it has loaded. */
  function appendInvoiceFrame(invoiceId, params) {
    if (frame) hideFrame();
    frame = document.createElement("iframe");
    frame.name = "btcpay";
    frame.title = "Payment";
    frame.allow = "clipboard-read; clipboard-write";
    Object.assign(frame.style, STYLE);
    frame.src = addressOf(
      invoiceId,
      typeof params === "string" ? { paymentMethodId: params } : (params ?? {}),
    );
    document.body.appendChild(frame);
  }

  function addressOf(invoiceId, { paymentMethodId, animateEntrance }) {
    const id = encodeURIComponent(invoiceId);
    const page = paymentMethodId
      ? `${root}/i/${id}/${encodeURIComponent(paymentMethodId)}?view=modal`
      : `${root}/invoice?id=${id}&view=modal`;
    return animateEntrance === false ? `${page}&animateEntrance=false` : page;
  }

  /** Shows the frame and gives it the focus; the page behind it cannot be reached meanwhile. */
  function showFrame() {
    if (!frame || shown) return;
    shown = true;
    onEnter();
    focusedBefore = document.activeElement;
    frame.style.display = "block";
    madeInert = [...document.body.children].filter((each) => each !== frame && !each.inert);
    for (const each of madeInert) each.inert = true;
    frame.focus();
  }

  /** Takes the frame away; what had the focus gets it back. */
  function hideFrame() {
    if (!frame) return;
    onLeave();
    frame.remove();
    for (const each of madeInert) each.inert = false;
    if (shown) focusedBefore?.focus?.();
    frame = focusedBefore = undefined;
    madeInert = [];
    shown = false;
  }

  function appendAndShowInvoiceFrame(invoiceId, params) {
    appendInvoiceFrame(invoiceId, params);
    showFrame();
  }

  function receive(event) {
    if (!frame || event.origin !== new URL(root, location.href).origin) return;
    if (event.source && event.source !== frame.contentWindow) return;
    const { data } = event;
    if (data?.crosstill === "return") return leaveFor(data.url, /^https?:/i); // between us, not for the shop's script
    if (data === "loaded") showFrame();
    else if (data === "close") hideFrame();
    else if (data?.open) leaveFor(data.open, /^(bitcoin|ethereum):/i);
    onMessage(event);
  }

  function leaveFor(url, allowed) {
    if (typeof url === "string" && allowed.test(url)) window.top.location.href = url;
  }

  window.addEventListener("message", receive);
  window.btcpay = {
    ...{
      showInvoice: appendInvoiceFrame,
      appendInvoiceFrame,
      appendAndShowInvoiceFrame,
      showFrame,
      hideFrame,
    },
    setApiUrlPrefix: (url) => void (root = String(url).replace(/\/+$/, "")),
    onModalWillEnter: (listener) => void (onEnter = listener),
    onModalWillLeave: (listener) => void (onLeave = listener),
    onModalReceiveMessage: (listener) => void (onMessage = listener),
  };
})();
