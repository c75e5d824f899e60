// Shows times in the reader's own time zone. Without this file they are in UTC, and say so.

const { lang } = document.documentElement;
const format = new Intl.DateTimeFormat({ en: "en-GB", ar: "ar-u-nu-latn" }[lang] ?? lang, {
  ...{ year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
});

function show() {
  for (const time of document.querySelectorAll("time:not([title])")) {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

show();
document.addEventListener("crosstill:changed", show); // checkout.js has put another part of the page in place
