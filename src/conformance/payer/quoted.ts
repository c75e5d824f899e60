import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { NATIVE_EVM_CURRENCY, sameCurrency } from "../../intents/identifiers.ts";
import { fieldsOf, textOf, unitsOf } from "../json.ts";
import type { ListedChain, ListedCurrency } from "../routes.ts";
import type { Body, Item, Step } from "../samples.ts";
import type { Answer } from "../service.ts";

/** A quote and the request that it answers. */
export type Quoted = Readonly<{ body: Body; steps: readonly Step[]; answer: Answer }>;

/** What is known without the quote: the chains as listed, and the network of Bitcoin addresses. */
export type Facts = Readonly<{ chains: readonly ListedChain[]; network: BitcoinNetwork }>;

/** A way in which a quote would cost its payer money, and the row that forbids it. */
export type Harm = Readonly<{ row: string; says: string }>;

/** What the request asked for, in the terms of the payer. */
export type Order = Readonly<{
  chain: ListedChain | undefined;
  currency: string; // the identifier of what is paid, in lower case
  isNative: boolean;
  /** The most that the payer gives, in smallest units; undefined for an output whose price the quote does not state. */
  input: bigint | undefined;
  user: string;
  recipient: string;
  wantsAddress: boolean;
}>;

/** Reads the request of a quote. */
export function readOrder({ chains }: Facts, { body, answer }: Quoted): Order {
  const chain = chains.find(({ id }) => id === body["originChainId"]);
  const named = String(body["originCurrency"]);
  const currency = (findCurrency(chain, named)?.address ?? named).toLowerCase();
  const user = String(body["user"]);
  const { currencyIn } = fieldsOf(fieldsOf(answer.json)["details"]);
  return {
    chain,
    currency,
    isNative: sameCurrency(currency, NATIVE_EVM_CURRENCY),
    input:
      body["tradeType"] === "EXACT_INPUT" ? unitsOf(body["amount"]) : unitsOf(fieldsOf(currencyIn)["amount"]),
    user,
    recipient: textOf(body["recipient"]) ?? user,
    wantsAddress: body["useDepositAddress"] === true,
  };
}

/** The listed currency that a request names by its address or its symbol. */
export function findCurrency(chain: ListedChain | undefined, named: string): ListedCurrency | undefined {
  return (
    chain?.currencies.find(({ address }) => sameCurrency(address, named)) ??
    chain?.currencies.find(({ symbol }) => sameCurrency(symbol, named))
  );
}

/** The first deposit address in the steps. */
export function findDepositAddress({ steps }: Pick<Quoted, "steps">): string | undefined {
  for (const { fields } of steps) {
    const address = textOf(fields["depositAddress"]);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** The items of a quote that are transactions. */
export function listTransactions({ steps }: Pick<Quoted, "steps">): readonly Item[] {
  return steps.flatMap(({ items }) => items.filter(({ is }) => is === "transaction"));
}

/** Compares identifiers that ignore case: EVM addresses. */
export function isSameAddress(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}
