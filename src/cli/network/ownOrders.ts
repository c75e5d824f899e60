import { inCoins, type Catalog, type Currency } from "../../network/catalog.ts";
import type { Outbound } from "../../network/persistence/outbound.ts";
import { parseDecimal } from "../../values/amount.ts";
import type { Arguments } from "../arguments.ts";

/** The coin of a chain that an option names. Throws with the coins that there are. */
export function readCoin(catalog: Catalog, given: Arguments, chainId: number, option: string): Currency {
  const text = given.require(option);
  const found = catalog.currency(chainId, text);
  if (found) return found;
  const known = catalog.currencies(chainId).map(({ symbol }) => symbol);
  throw new Error(`--${option}: expected one of ${known.join(", ")} (chain ${chainId}), got "${text}".`);
}

/** The amount of a coin that --amount gives, in smallest units. Throws for zero and for what is no amount. */
export function readAmount(given: Arguments, { decimals }: Currency): bigint {
  const amount = parseDecimal(given.require("amount"), decimals);
  if (amount <= 0n) throw new Error("--amount: expected more than zero.");
  return amount;
}

/** What became of an order, for people. */
export function outcomeText(payment: Outbound | undefined, reason: string | null): string {
  if (payment) return payment.hash === null ? payment.state : `${payment.state} in ${payment.hash}`;
  return reason === null ? "waits for the running service" : `refused: ${reason}`;
}

/** The amount of an order, also of a coin that the service does not serve any more. */
export function orderedText(currency: Currency | undefined, amount: bigint, address: string): string {
  return currency ? inCoins(currency, amount) : `${amount} of ${address}`;
}
