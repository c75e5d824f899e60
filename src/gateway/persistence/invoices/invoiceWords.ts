import type { Invoice } from "../../domain/invoices/invoice.ts";
import { paidCoins } from "../../domain/invoices/paidCoins.ts";
import { priceOf } from "../../domain/invoices/paid.ts";
import { formatFixed } from "../../../values/amount.ts";

const MOST_CHARACTERS = 4_000; // dust to an address must not make rows grow for ever
const MOST_OF_A_DESCRIPTION = 200;

/**
 * What a merchant may look an invoice up by, beside its id and its order: words in lower case, each after a space. An address
 * and a transaction are as they are written, in lower case like the rest.
 */
export function wordsOf(invoice: Invoice): string {
  const { terms, facts } = invoice;
  const words = [
    ...paidCoins(invoice).map(coinWord),
    metadataWord(terms.metadata, "buyerEmail"),
    formatFixed(priceOf(invoice), terms.decimals),
    ...(terms.checkout.echo?.searchTerms ?? []),
    ...facts.offers.map(({ depositAddress }) => depositAddress),
    ...facts.deposits.map(({ outpoint }) => outpoint.split(":")[0] ?? ""),
    ...[...facts.settlements, ...facts.refunds].map(({ txHash = "" }) => txHash),
    metadataWord(terms.metadata, "itemDesc").slice(0, MOST_OF_A_DESCRIPTION), // the last: it may be long
  ];
  const distinct = [...new Set(words.filter((word) => word !== "").map((word) => ` ${asWord(word)}`))];
  return distinct.join("").slice(0, MOST_CHARACTERS);
}

/** The word of a coin in which an invoice was paid, by its symbol. */
export function coinWord(symbol: string): string {
  return asWord(`coin:${symbol}`).replaceAll(" ", "-");
}

/** Text in the form that is searched. PostgreSQL accepts no NUL in a text. */
export function asWord(text: string): string {
  return text.replaceAll("\u0000", "").toLowerCase();
}

function metadataWord(metadata: unknown, name: string): string {
  if (typeof metadata !== "object" || metadata === null) return "";
  const value = (metadata as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
}

/** Plugins look their orders up by metadata.orderId. */
export function orderKeyOf(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null || !("orderId" in metadata)) return null;
  const { orderId } = metadata; // an empty one can be searched for, too
  return typeof orderId === "string" || typeof orderId === "number" ? orderKey(String(orderId)) : null;
}

/** What is kept of an order id for looking it up: PostgreSQL takes no NUL in a text, and no long one in an index. */
export function orderKey(orderId: string): string {
  return orderId.replaceAll("\u0000", "").slice(0, 200);
}
