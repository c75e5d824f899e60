import { spendableBalance } from "../../../bitcoin/reader/esplora.ts";
import type { Gateway } from "../gateway.ts";

/**
 * The balance, in sats, of the address that goes with every Bitcoin quote (interface specification 4.5). Quotes above it are refused by
 * the service, so it is checked at start and hourly. Undefined when none is set. Throws when no explorer answers.
 */
export async function checkQuoteUser(
  gateway: Pick<Gateway, "log" | "explorer" | "settings">,
): Promise<bigint | undefined> {
  const address = gateway.settings.quoteUserBitcoin;
  if (!address) return undefined;
  const balance = spendableBalance(await gateway.explorer.addressSums(address));
  if (balance > 0n) gateway.log.info("quote_user.balance", { address, sats: balance.toString() });
  else
    gateway.log.error("quote_user.empty", {
      address,
      mend: "set QUOTE_USER_BITCOIN to an address with a balance",
    });
  return balance;
}
