// Web push: says whether this browser is among the devices of the list, and switches it on.
const WORKER = "/owner/push-worker.js";
const SCOPE = "/owner/";
const policy = globalThis.trustedTypes?.createPolicy("crosstill-worker", { createScriptURL: () => WORKER });
const worker = policy ? policy.createScriptURL(WORKER) : WORKER; // the page takes no other script's address

const form = document.querySelector("form[data-push]");
const isAble =
  window.isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window;

await start();

async function start() {
  if (!isAble) return say("unable");
  const subscription = await subscribed();
  const here = subscription && document.querySelector(`[data-device="${await idOf(subscription)}"]`);
  if (here) {
    here.querySelector("[data-here]").hidden = false;
    return;
  }
  await subscription?.unsubscribe(); // the gateway does not send to it any more: removed, or signed out
  if (Notification.permission === "denied") return say("denied");
  form.hidden = false;
  form.querySelector("button").addEventListener("click", () => void switchOn());
}

async function switchOn() {
  say();
  try {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return say("denied");
    await navigator.serviceWorker.register(worker, { scope: SCOPE });
    const registration = await navigator.serviceWorker.ready; // a browser subscribes no worker that is not active yet
    const subscription = await subscribe(registration);
    form.elements.subscription.value = JSON.stringify(subscription);
    form.submit();
  } catch {
    say("failed");
  }
}

async function subscribe(registration) {
  await active(registration);
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: form.dataset.push,
  });
}

/** Waits until the worker runs: before that a browser makes no subscription. */
function active({ active, installing, waiting }) {
  if (active) return undefined;
  const starting = installing ?? waiting;
  return new Promise((resolve) => {
    starting.addEventListener("statechange", () => {
      if (starting.state === "activated") resolve();
    });
  });
}

async function subscribed() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return registration?.pushManager.getSubscription();
}

/** SHA-256 of the endpoint, hex, as the list has it. */
async function idOf({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Shows one of the texts below the form, or none. */
function say(name) {
  for (const text of document.querySelectorAll("[data-push-text]"))
    text.hidden = text.dataset.pushText !== name;
}
