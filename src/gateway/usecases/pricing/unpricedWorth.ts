import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import type { Gateway } from "../gateway.ts";
import { worthNow } from "./priceTerms.ts";

/**
 * The approximate worth of a deposit in another coin or on another chain than the offer's, in settlement
 * units, rounded down, at present rates. Undefined while no rate is known.
 */
export async function unpricedWorth(
  { service, rates, log }: Pick<Gateway, "service" | "rates" | "log">,
  { id, terms }: Invoice,
  { chainId, currency, value: amount, outpoint }: Deposit,
): Promise<bigint | undefined> {
  try {
    const chain = (await service.chains()).find((one) => one.id === chainId);
    const coin = chain?.solverCurrencies.find(({ address }) => sameCurrency(address, currency));
    if (!coin) return undefined;
    return await worthNow(
      rates,
      { amount, currency: coin.symbol, decimals: coin.decimals },
      terms.settlement,
    );
  } catch (error) {
    log.debug("deposit.worth_unknown", { invoice: id, outpoint, error });
    return undefined;
  }
}
