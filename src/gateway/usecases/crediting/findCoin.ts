import { sameCurrency } from "../../../intents/identifiers.ts";
import type { Coin } from "../../domain/invoices/invoice.ts";
import type { Gateway } from "../gateway.ts";

/** Looks up a coin in the service's list; undefined where it is not in it, or the service does not answer. */
export async function findCoin(
  { service }: Pick<Gateway, "service">,
  chainId: number,
  currency: string,
): Promise<Coin | undefined> {
  const chains = await service.chains().catch(() => []);
  const found = chains
    .find(({ id }) => id === chainId)
    ?.solverCurrencies.find(({ address }) => sameCurrency(address, currency));
  return found && { symbol: found.symbol, decimals: found.decimals };
}
