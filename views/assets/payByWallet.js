// Pays an invoice from a wallet in the browser: one plain transfer of what is to be paid, asked of the gateway at that moment.
// findWallet.js loads this file. The button appears when a wallet says that it is there (EIP-6963), or has left itself in the page. Nothing is paid twice: what
// a wallet was asked for is written down in this browser before it is asked. This file makes no HTML from text.
import { ask, chainOf, connect, fill, hex, isDeclined, moveTo, Stop, wordsOf } from "./eip1193.js";
import { stepList } from "./stepList.js";

const ANSWER_MS = 45_000; // the gateway may ask the intent service for a price meanwhile
const RECEIPT_EVERY_MS = 2_000;
const RECEIPT_MS = 600_000;
const LONGEST_NAME = 32;

const announced = new Map(); // EIP-6963 uuid -> { name, provider }
const asked = new Map(); // where the browser keeps nothing for us
let panel = document.getElementById("browser-wallet");
let isPaying = false;
let isOpenQuestion = false; // the wallet was asked to send, and has not answered

addEventListener("eip6963:announceProvider", ({ detail }) => {
  const { uuid, name } = detail?.info ?? {};
  if (typeof uuid !== "string" || !detail.provider?.request) return;
  announced.set(uuid, { name: String(name ?? "").slice(0, LONGEST_NAME), provider: detail.provider });
  draw();
});
dispatchEvent(new Event("eip6963:requestProvider"));
addEventListener("ethereum#initialized", draw, { once: true }); // a wallet that comes late and knows no other way to say so
addEventListener("beforeunload", (event) => isOpenQuestion && event.preventDefault());
document.addEventListener("crosstill:changed", keep);
draw();

/** After the page has changed: a payment that is going on keeps its place. */
function keep() {
  const next = document.getElementById("browser-wallet");
  if (next && isPaying) {
    Object.assign(panel.dataset, next.dataset);
    next.replaceWith(panel);
  } else if (next) panel = next;
  draw();
}

function draw() {
  if (!panel || isPaying) return;
  const before = record();
  const wallets = [...announced.values()];
  if (wallets.length === 0 && globalThis.ethereum?.request) wallets.push({ provider: globalThis.ethereum });
  panel.hidden = wallets.length === 0 && !before;
  const buttons = wallets.map(({ name, provider }) =>
    button(name ? fill(said("payWith"), { wallet: name }) : said("payWithAny"), () => pay(provider)),
  );
  if (before) {
    say(fill(said(before.hash ? "wasSent" : "wasAsked"), before));
    const again = button(said("again"), () => (forget(), quiet(), draw()));
    return part("wallet-buttons").replaceChildren(again);
  }
  part("wallet-buttons").replaceChildren(...buttons);
}

function button(words, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = words;
  made.addEventListener("click", onClick);
  return made;
}

async function pay(provider) {
  if (isPaying) return; // an impatient finger pays once
  const before = record();
  if (before) return draw(); // another window of this browser was quicker
  isPaying = true;
  quiet();
  const list = stepList(part("wallet-steps"), announce);
  list.clear();
  setButtons(true);
  let end;
  try {
    await payWith(provider, list.step);
  } catch (error) {
    end = error instanceof Stop ? error.message : fill(said("silent"), { words: wordsOf(error) });
  }
  isPaying = isOpenQuestion = false;
  setButtons(false);
  draw();
  if (end) say(end);
}

async function payWith(provider, step) {
  const words = wordsHere();
  const account = await step(words.connect, () => connect(provider, words));
  const payment = await step(
    words.check,
    () => askGateway(account),
    ({ amount }) => fill(words.pays, { amount }),
  );
  const chain = { id: payment.chainId, name: panel.dataset.chainName };
  await step(fill(words.move, { network: chain.name }), () => moveTo(provider, chain, words));
  await step(words.funds, () => checkFunds(provider, account, payment));
  const hash = await step(words.confirm, () => send(provider, account, chain, payment));
  await step(words.wait, () => waitForBlock(provider, hash));
}

/** What to send, as the gateway has it now; with the account for a refund, if its owner wants that. */
async function askGateway(account) {
  const refund = document.getElementById("wallet-refund")?.checked ? "yes" : "no";
  const answer = await fetch(panel.dataset.pay, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ method: panel.dataset.method, account, refund }),
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: "error",
  });
  const body = await answer.json().catch(() => undefined);
  if (answer.ok && body) {
    if (String(body.chainId) === panel.dataset.chainId) return body;
    throw new Error(`chain ${body.chainId}`); // another than the page speaks of
  }
  const [refusal] = [body].flat();
  throw new Stop(refusal?.message ?? fill(said("silent"), { words: answer.status }));
}

/** Ends where the account holds too little. A wallet that cannot tell will say so itself. */
async function checkFunds(provider, account, { balance, units, decimals, symbol, amount }) {
  const question = balance
    ? { method: "eth_call", params: [balance, "latest"] }
    : { method: "eth_getBalance", params: [account, "latest"] };
  const answer = await provider.request(question).catch(() => undefined);
  if (!/^0x[0-9a-f]{1,64}$/i.test(answer) || BigInt(answer) >= BigInt(units)) return;
  throw new Stop(
    fill(said("tooPoor"), { have: `${decimal(BigInt(answer), decimals)} ${symbol}`, need: amount }),
  );
}

/** Asks the wallet for the payment, once, after it was written down. */
async function send(provider, account, chain, { to, data, value }) {
  const words = wordsHere();
  const [current] = (await ask(provider, "eth_accounts", undefined, words)) ?? [];
  if (current?.toLowerCase() !== account.toLowerCase()) throw new Stop(words.otherAccount);
  if ((await chainOf(provider, words)) !== chain.id)
    throw new Stop(fill(words.otherChain, { network: chain.name, chain: chain.id }));
  if (record()) throw new Stop(words.wasAsked);
  remember({});
  isOpenQuestion = true;
  let hash;
  try {
    const transaction = { from: account, to, data, value, chainId: hex(chain.id) };
    hash = await provider.request({ method: "eth_sendTransaction", params: [transaction] });
  } catch (error) {
    if (!isDeclined(error)) throw new Stop(fill(words.unsure, { words: wordsOf(error) }));
    forget();
    throw new Stop(words.declined);
  } finally {
    isOpenQuestion = false;
  }
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new Stop(fill(words.unsure, { words: wordsOf(hash) }));
  remember({ hash });
  return hash;
}

/** Until the transaction is in a block, or the page has seen it and has nothing to be paid any more. */
async function waitForBlock(provider, hash) {
  const until = Date.now() + RECEIPT_MS;
  while (panel.isConnected) {
    const receipt = await provider
      .request({ method: "eth_getTransactionReceipt", params: [hash] })
      .catch(() => null);
    if (receipt?.status === "0x0") {
      forget();
      throw new Stop(fill(said("failed"), { hash }));
    }
    if (receipt) return;
    if (Date.now() > until) throw new Stop(fill(said("slow"), { hash }));
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
  }
}

// What this browser's wallet was asked for: `{ payments, hash }`, until the page shows one payment more than it did then.

function record() {
  const { invoice, payments } = panel.dataset;
  const found = asked.get(invoice) ?? stored(invoice);
  return found && found.payments >= Number(payments) ? found : undefined;
}

function stored(invoice) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(invoice))) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(what) {
  const { invoice, payments } = panel.dataset;
  const kept = { ...what, payments: Number(payments) };
  asked.set(invoice, kept);
  try {
    localStorage.setItem(keyOf(invoice), JSON.stringify(kept));
  } catch {
    // a window that may keep nothing knows it until it is closed
  }
}

function forget() {
  const { invoice } = panel.dataset;
  asked.delete(invoice);
  try {
    localStorage.removeItem(keyOf(invoice));
  } catch {
    // nothing was kept either
  }
}

function keyOf(invoice) {
  return `crosstill.wallet.${invoice}`;
}

// What the reader sees

function part(id) {
  return panel.querySelector(`#${id}`);
}

function setButtons(off) {
  for (const one of part("wallet-buttons").querySelectorAll("button")) one.disabled = off;
}

function say(text) {
  part("wallet-problem").textContent = text;
  part("wallet-problem").hidden = false;
}

function quiet() {
  part("wallet-problem").hidden = true;
}

function announce(text) {
  document.getElementById("announcer").textContent = text;
}

function wordsHere() {
  return JSON.parse(panel.dataset.words);
}

function said(name) {
  return wordsHere()[name];
}

function decimal(units, decimals) {
  const digits = String(units).padStart(decimals + 1, "0");
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  return digits.slice(0, digits.length - decimals) + (fraction && `.${fraction}`);
}
