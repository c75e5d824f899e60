import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { fieldsOf, listOf, textOf, unitsOf } from "../json.ts";
import { shown } from "../shown.ts";
import { findCurrency, isSameAddress, readOrder, type Facts, type Harm, type Quoted } from "./quoted.ts";

const USUAL_SLIPPAGE = 1_000n; // bps: the widest that is fair where a quote states none
const WHOLE = 10_000n; // bps

/** What a quote states beside its steps, as far as it states anything: it must be what was asked for. */
export function findStatedHarms(facts: Facts, quoted: Quoted): readonly Harm[] {
  return [
    ...findAmountHarms(quoted),
    ...findRecipientHarms(facts, quoted),
    ...findDecimalsHarms(facts, quoted),
    ...findMinimumHarms(quoted),
    ...findCallHarms(quoted),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function readDetails({ answer }: Quoted): Readonly<{ details: Fields; in: Fields; out: Fields }> {
  const details = fieldsOf(fieldsOf(answer.json)["details"]);
  return { details, in: fieldsOf(details["currencyIn"]), out: fieldsOf(details["currencyOut"]) };
}

/** An exact input is what is paid. Of an exact output no less may come out. */
function findAmountHarms(quoted: Quoted): readonly Harm[] {
  const { tradeType, amount } = quoted.body;
  if (tradeType !== "EXACT_INPUT" && tradeType !== "EXACT_OUTPUT") return [];
  const details = readDetails(quoted);
  const isInput = tradeType === "EXACT_INPUT";
  const stated = unitsOf((isInput ? details.in : details.out)["amount"]);
  const asked = unitsOf(amount);
  if (stated === undefined || asked === undefined) return [];
  if (stated === asked || (!isInput && stated > asked)) return [];
  return [
    {
      row: isInput ? "quote.exact-input" : "quote.exact-output",
      says: `${tradeType}: expected ${String(amount)}, the quote states ${stated}`,
    },
  ];
}

function findRecipientHarms(facts: Facts, quoted: Quoted): readonly Harm[] {
  const stated = textOf(readDetails(quoted).details["recipient"]);
  const { recipient } = readOrder(facts, quoted);
  const isSame =
    quoted.body["destinationChainId"] === BITCOIN_CHAIN_ID
      ? stated === recipient
      : isSameAddress(stated, recipient);
  if (stated === undefined || isSame) return [];
  return [
    {
      row: "quote.recipient",
      says: `expected the recipient ${recipient}, the quote states ${shown(stated)}`,
    },
  ];
}

/** A coin that the list gives other decimals is paid a million times too much, or too little. */
function findDecimalsHarms({ chains }: Facts, quoted: Quoted): readonly Harm[] {
  const { in: input, out: output } = readDetails(quoted);
  return [input, output].flatMap(({ currency }) => {
    const { chainId, address, decimals } = fieldsOf(currency);
    const listed = findCurrency(
      chains.find(({ id }) => id === chainId),
      String(address),
    );
    if (!listed || typeof decimals !== "number" || listed.decimals === decimals) return [];
    return [
      {
        row: "chains.solver-currencies",
        says: `${shown(listed.symbol)} on chain ${listed.chainId} is listed with ${listed.decimals} decimals, and quoted with ${decimals}`,
      },
    ];
  });
}

/** Rule 2: the minimum follows from the slippage that the quote states. */
function findMinimumHarms(quoted: Quoted): readonly Harm[] {
  const { details, out } = readDetails(quoted);
  const [amount, minimum] = [unitsOf(out["amount"]), unitsOf(out["minimumAmount"])];
  if (amount === undefined || minimum === undefined) return [];
  const slippage = unitsOf(fieldsOf(details["slippageTolerance"])["total"]) ?? USUAL_SLIPPAGE;
  const floor = slippage >= WHOLE ? 0n : (amount * (WHOLE - slippage)) / WHOLE; // rounded down
  if (minimum >= floor - 1n) return []; // the service may round once more
  return [
    {
      row: "x.fees",
      says: `expected a minimum of at least ${floor}, which is ${amount} less ${slippage} basis points, got ${minimum}`,
    },
  ];
}

/** The calls of an order, where a quote shows them. */
function findCallHarms({ body, answer }: Quoted): readonly Harm[] {
  const { v2 } = fieldsOf(fieldsOf(answer.json)["protocol"]);
  const { calls } = fieldsOf(fieldsOf(fieldsOf(v2)["orderData"])["output"]);
  const targets = (list: unknown) => listOf(list).map((call) => textOf(fieldsOf(call)["to"])?.toLowerCase());
  const [asked, stated] = [targets(body["txs"]), targets(calls)];
  if (asked.length === 0 || stated.every((to) => to === undefined)) return [];
  if (asked.every((to) => stated.includes(to))) return [];
  return [
    {
      row: "quote.txs",
      says: `expected calls of ${shown(asked.join(", "))}, the quote states calls of ${shown(stated.join(", "))}`,
    },
  ];
}
