import { formatDecimal } from "../../values/amount.ts";
import { SANDBOX_TOKENS } from "../evm/tokens.ts";

/** What the wallet page's pay form holds; texts exactly as typed or scanned. */
export type PayForm = Readonly<{
  chain: string;
  currency: string; // "native", or a token's symbol in lower case, when it is one that we know
  to: string;
  amount: string;
  feeRate: string;
}>;

export const BITCOIN = "bitcoin";
export const NATIVE = "native";

const EMPTY: PayForm = { chain: BITCOIN, currency: NATIVE, to: "", amount: "", feeRate: "" };
export const NATIVE_DECIMALS = 18;

/**
 * The pay form filled from a link or from itself: ?uri=bitcoin:…?amount=0.001, ?uri=ethereum:…@31337?value=…, or
 * ?asset=31337/usdc&to=…&amount=…, where chain= and currency= may stand for asset=.
 * What cannot be read leaves its field empty; paying checks everything again.
 */
export function prefill(query: Readonly<Record<string, unknown>>): PayForm {
  const text = (name: string) => (typeof query[name] === "string" ? query[name].slice(0, 2_000).trim() : "");
  const uri = text("uri");
  if (/^bitcoin:/i.test(uri)) return fromBitcoin(uri);
  if (/^ethereum:/i.test(uri)) return fromEthereum(uri);
  const [chain = "", currency = ""] = text("asset").split("/");
  return {
    chain: chain || text("chain") || EMPTY.chain,
    currency: currency || text("currency") || EMPTY.currency,
    to: text("to"),
    amount: text("amount"),
    feeRate: text("feeRate"),
  };
}

function fromBitcoin(uri: string): PayForm {
  const [, address = "", query = ""] = /^bitcoin:([^?]*)\??(.*)$/i.exec(uri) ?? [];
  const to = /^BCRT1[A-Z0-9]+$/.test(address) ? address.toLowerCase() : address; // QR codes carry it in upper case
  return { ...EMPTY, to, amount: new URLSearchParams(query).get("amount") ?? "" };
}

function fromEthereum(uri: string): PayForm {
  const [, target = "", chain = "", call, query = ""] =
    /^ethereum:([^@/?]*)@(\d+)(\/transfer)?\??(.*)$/i.exec(uri) ?? [];
  const values = new URLSearchParams(query);
  if (!call) {
    const amount = fromUnits(values.get("value"), NATIVE_DECIMALS);
    return { ...EMPTY, chain, currency: NATIVE, to: target, amount };
  }
  const to = values.get("address") ?? "";
  const token = SANDBOX_TOKENS.find(({ address }) => address === target.toLowerCase());
  if (!token) return { ...EMPTY, chain, currency: target, to };
  const amount = fromUnits(values.get("uint256"), token.decimals);
  return { ...EMPTY, chain, currency: token.symbol.toLowerCase(), to, amount };
}

function fromUnits(units: string | null, decimals: number): string {
  return units && /^\d{1,78}$/.test(units) ? formatDecimal(BigInt(units), decimals) : "";
}
