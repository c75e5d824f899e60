// After "Make a backup and download it" the page stays: this file shows on it when the backup was made.

const LOOK_EVERY_MS = 2_000;
const MOST_LOOKS = 150;

// Pages of the gateway take HTML from this policy alone.
const policy = globalThis.trustedTypes?.createPolicy("crosstill", { createHTML: (html) => html });

const form = document.getElementById("backup-form");
const last = document.getElementById("last-backup");

/** What the page would say of the last backup if it were loaded now. */
async function lastNow() {
  const answer = await fetch(location.pathname);
  const html = await answer.text();
  const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
  return page.getElementById("last-backup")?.textContent;
}

form?.addEventListener("submit", () => {
  let looks = 0;
  const timer = setInterval(async () => {
    looks += 1;
    const now = await lastNow().catch(() => undefined);
    const isNew = now !== undefined && now !== last.textContent;
    if (isNew) last.textContent = now;
    if (isNew || looks >= MOST_LOOKS) clearInterval(timer);
  }, LOOK_EVERY_MS);
});
