// Service worker of the merchant's pages: shows the notifications that the gateway sends, and opens their pages. It reads no page.
const HOME = "/owner/notifications";

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title = "Crosstill", body = "", path = HOME, tag, lang, dir } = read(event.data);
  const shown = { body, lang, dir, data: { path }, ...(tag ? { tag } : {}) };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data?.path)));
});

function read(data) {
  try {
    return data.json();
  } catch {
    return {}; // a browser demands that every message shows something
  }
}

/** A page of ours, or the list of notifications. */
function pageOf(path) {
  const isOurs = typeof path === "string" && /^\/owner([/?#]|$)/.test(path);
  return new URL(isOurs ? path : HOME, self.location.origin).href;
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((one) => one.url === url);
  await (shown ? shown.focus() : self.clients.openWindow(url));
}
