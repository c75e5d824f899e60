// The shop's page in the sandbox: "Buy" asks the shop's server for an order and opens its checkout over the page.
import { open } from "/crosstill.js";

const news = document.getElementById("shop-news");
const SAYS = {
  Processing: "Your payment was seen. Thank you!",
  Settled: "Paid. Your tea is on its way.",
  Expired: "The time to pay has run out.",
};

const say = (text, look = "is-warm") => {
  news.hidden = false;
  news.className = `callout ${look}`;
  news.textContent = text;
};

async function buy(form) {
  const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" } });
  const { checkoutLink, message } = await answer.json();
  if (!answer.ok) return say(message);
  open({
    checkoutLink,
    label: `Payment at ${document.querySelector("h1").textContent}`,
    onStatus: ({ status }) => SAYS[status] && say(SAYS[status], status === "Expired" ? "is-warm" : "is-good"),
    onClose: ({ reason }) => (reason === "unreachable" ? location.assign(checkoutLink) : location.reload()),
  });
}

for (const form of document.querySelectorAll(".good form"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [button] = form.getElementsByTagName("button");
    button.disabled = true; // one click, one order
    buy(form)
      .catch(() => say("The shop does not answer. Try again."))
      .finally(() => (button.disabled = false));
  });
