// Talking to a wallet in the browser (EIP-1193). `said` are the words for what can go wrong. This file makes no HTML.

const DECLINED = 4001; // EIP-1193: the person said no, and nothing was sent
const PENDING = -32002; // the wallet's own: it is locked, or has a question open
const UNKNOWN_CHAIN = 4902; // EIP-3085

/** An end that the reader is told of in words. */
export class Stop extends Error {}

/** A call of the wallet that sends nothing. */
export async function ask(provider, method, params, said) {
  try {
    return await provider.request(params ? { method, params } : { method });
  } catch (error) {
    if (isDeclined(error)) throw new Stop(said.declinedAsk);
    if (error?.code === PENDING && said.pending) throw new Stop(said.pending);
    throw new Stop(fill(said.walletSaid, { words: wordsOf(error) }));
  }
}

/** The account that its owner has chosen. */
export async function connect(provider, said) {
  const accounts = await ask(provider, "eth_requestAccounts", undefined, said);
  if (typeof accounts?.[0] === "string") return accounts[0];
  throw new Stop(said.noAccount);
}

export async function chainOf(provider, said) {
  return Number(await ask(provider, "eth_chainId", undefined, said));
}

/** Moves the wallet to a chain (`{ id, name }`), or ends. */
export async function moveTo(provider, chain, said) {
  if ((await chainOf(provider, said)) === chain.id) return;
  const names = { network: chain.name, chain: chain.id };
  try {
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hex(chain.id) }] });
  } catch (error) {
    throw new Stop(fill(error?.code === UNKNOWN_CHAIN ? said.unknownChain : said.otherChain, names));
  }
  if ((await chainOf(provider, said)) !== chain.id) throw new Stop(fill(said.otherChain, names));
}

export function isDeclined(error) {
  return error?.code === DECLINED;
}

export function wordsOf(error) {
  return String(error?.message ?? error).slice(0, 200);
}

export function hex(number) {
  return `0x${number.toString(16)}`;
}

/** A text with its {places} filled. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
