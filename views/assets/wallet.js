// Pays a payout from a wallet in the browser (EIP-1193), and follows it until it has arrived. The gateway checks what is sent
// and keeps count of it: each transaction is told to it before the wallet is asked, and again with its hash. This file makes no
// HTML from text.
import { ask, connect, hex, isDeclined, moveTo, Stop, wordsOf } from "./eip1193.js";
import { stepList } from "./stepList.js";

const ANSWER_MS = 45_000; // the gateway asks the intent service for a price meanwhile
const RETRIES = 4; // of telling the gateway what the wallet has sent
const RECEIPT_EVERY_MS = 2_000;
const RECEIPT_MS = 600_000;
const PROGRESS_EVERY_MS = 3_000;

const wallet = document.getElementById("wallet");
const button = document.getElementById("pay-by-wallet");
const steps = document.getElementById("wallet-steps");
const problem = document.getElementById("wallet-problem");
const progress = document.getElementById("progress");

let isPaying = false;

button?.addEventListener("click", pay);
addEventListener("beforeunload", (event) => isPaying && event.preventDefault());
if (progress) setInterval(follow, PROGRESS_EVERY_MS);

const SAID = {
  noAccount: "The wallet gave no account. Open it, choose the account that pays, and try again.",
  declinedAsk: "You declined in the wallet. Nothing was sent by this step; try again.",
  walletSaid: "The wallet answered: {words}. Nothing was sent by this step; try again.",
  unknownChain:
    "The wallet does not know {network} (chain {chain}). Add it there, and try again. Nothing was sent.",
  otherChain:
    "The wallet stays on another chain. Switch it to {network} (chain {chain}), and try again. Nothing was sent.",
};
const { step, clear: clearSteps } = stepList(steps, announce);

async function pay() {
  const provider = globalThis.ethereum;
  clear();
  if (!provider?.request)
    return say(
      "There is no wallet in this browser. Install one (or unlock it), load the page again, or pay another way.",
    );
  isPaying = true;
  button.disabled = true;
  try {
    await payWith(provider);
    isPaying = false;
    location.reload();
  } catch (error) {
    isPaying = false;
    fail(error);
  }
  button.disabled = false;
}

async function payWith(provider) {
  const account = await step("Connect the wallet", () => connect(provider, SAID));
  const payment = await step("Check the payment", () => tell("prepare", { account }), describe);
  await step(`Move the wallet to ${wallet.dataset.chainName}`, () =>
    move(provider, Number(wallet.dataset.chainId)),
  );
  const { transactions, sent } = payment;
  for (const [place, transaction] of transactions.entries()) {
    const known = sent[place];
    if (known === null)
      throw new Stop("The wallet was asked for this transaction before. Load the page again.");
    const name =
      transactions.length === 1 ? "the payment" : `transaction ${place + 1} of ${transactions.length}`;
    const hash = known ?? (await step(`Confirm ${name} in the wallet`, () => send(provider, payment, place)));
    await step(`Wait for the block with ${name}`, () => confirm(provider, payment, place, hash, transaction));
  }
}

function describe({ pays, gets, least }) {
  const atLeast = least === null || least === gets ? "" : ` (at least ${least})`;
  return gets === null ? `You pay ${pays}.` : `You pay ${pays}; the buyer gets about ${gets}${atLeast}.`;
}

function move(provider, id) {
  return moveTo(provider, { id, name: wallet.dataset.chainName }, SAID);
}

/** Asks the wallet for one transaction. It is told to the gateway first, so that it is not paid twice. */
async function send(provider, { requestId, account, transactions }, place) {
  const { chainId, to, data, value } = transactions[place];
  const [current] = await ask(provider, "eth_accounts", undefined, SAID);
  if (current?.toLowerCase() !== account.toLowerCase())
    throw new Stop(`The wallet has changed to another account. Choose ${account}, and go on.`);
  await move(provider, chainId);
  await tell("ask", { requestId, place });
  let hash;
  try {
    hash = await provider.request({
      method: "eth_sendTransaction",
      params: [{ from: account, to, data, value, chainId: hex(chainId) }],
    });
  } catch (error) {
    if (!isDeclined(error)) throw unsure(error);
    await tell("declined", { requestId, place });
    throw new Stop(
      place === 0
        ? "You declined in the wallet. Nothing was sent, and the payout waits for its payment as before."
        : "You declined in the wallet. What was sent before stands: go on, or load the page again to see what else you can do.",
    );
  }
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw unsure(hash);
  await tellForSure("sent", { requestId, place, transaction: hash });
  return hash;
}

function unsure(error) {
  return new Stop(
    `The wallet did not say whether it has sent the transaction (${wordsOf(error)}). Do not pay again yet: look into the wallet's history, then load the page again.`,
  );
}

async function confirm(provider, { requestId }, place, hash, { chainId }) {
  const until = Date.now() + RECEIPT_MS;
  for (;;) {
    const receipt = await provider
      .request({ method: "eth_getTransactionReceipt", params: [hash] })
      .catch(() => null);
    if (receipt?.status === "0x0")
      throw new Stop(
        `The transaction ${hash} failed on the chain, so nothing was paid by it. Load the page again, and take the payment back there.`,
      );
    if (receipt) return void (await tell("confirmed", { requestId, place }));
    if (Date.now() > until)
      throw new Stop(
        `The transaction ${hash} was sent on chain ${chainId}, and is in no block yet. Load the page again later.`,
      );
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
  }
}

// The gateway

async function tell(what, fields) {
  const { page, token } = wallet.dataset;
  const answer = await fetch(`${page}/wallet/${what}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ formToken: token, ...fields }),
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: "manual",
  });
  if (answer.type === "opaqueredirect")
    throw new Stop("You are not signed in any more. Load the page again.");
  const body = await answer.json().catch(() => undefined);
  if (answer.ok && body) return body;
  const [refusal] = [body].flat();
  throw new Stop(refusal?.message ?? `The gateway answered ${answer.status}. Load the page again.`);
}

/** What has left the wallet must be known here. */
async function tellForSure(what, fields) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tell(what, fields);
    } catch (error) {
      if (attempt < RETRIES && !(error instanceof Stop)) {
        await new Promise((resolve) => setTimeout(resolve, attempt * 1_000));
        continue;
      }
      throw new Stop(
        `The wallet has sent ${fields.transaction}, and the gateway could not be told. Keep this id, load the page again, and enter it there. (${wordsOf(error)})`,
      );
    }
  }
}

/** Keeps the page at what the gateway knows; another state is another page. */
async function follow() {
  if (isPaying || document.hidden) return;
  const { dataset } = progress;
  try {
    const answer = await fetch(dataset.progress, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(10_000),
      redirect: "error",
    });
    if (!answer.ok) return;
    const { state, version, words } = await answer.json();
    if (isPaying) return; // the payment began while the answer was on its way
    if (state !== dataset.state && !isTyping()) return location.reload();
    if (String(version) === dataset.version) return;
    dataset.version = version;
    document.getElementById("progress-words").textContent = words ?? "";
  } catch {
    // the next poll asks again
  }
}

function isTyping() {
  return document.activeElement?.matches("input") && document.activeElement.value !== "";
}

// What the reader sees

function fail(error) {
  say(
    error instanceof Stop
      ? error.message
      : `The gateway did not answer (${wordsOf(error)}). Load the page again to see how far the payment is.`,
  );
}

function say(text) {
  problem.textContent = text;
  problem.hidden = false;
}

function clear() {
  problem.hidden = true;
  clearSteps();
}

function announce(text) {
  document.getElementById("announcer").textContent = text;
}
