import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { bitcoinCheckpoint, followBitcoin } from "../tracking/followBitcoin.ts";
import { GatewayError } from "../../errors.ts";
import type { PricingContext } from "./pricingContext.ts";
import { depositsCheckpoint, watchEvmDeposits } from "../tracking/watchEvmDeposits.ts";
import { sentence } from "../../../values/sentence.ts";

/**
 * Ensures that a chain is followed from some block on before an address on it is shown. A follower begins
 * at the present tip: a payment to an older address could be in a block that is never read. Costs one call
 * to the chain the first time ever, one read of the database the first time in a process, and nothing
 * afterwards. Throws chain_unseen while a followed chain has not been reached yet.
 */
export async function requireFollowed(gateway: PricingContext, chainId: number): Promise<void> {
  const isBitcoin = chainId === BITCOIN_CHAIN_ID;
  const read = gateway.deposits.get(chainId);
  if (!isBitcoin && !read) return; // only the service reports it
  if (gateway.sensors.seenAt(chainId) > 0) return;
  const position = isBitcoin ? bitcoinCheckpoint : depositsCheckpoint(chainId);
  const hasBegun = async () => (await position.read(gateway.persistence)).version > 0;
  if (await hasBegun()) return;
  let cause: unknown;
  try {
    await (read ? watchEvmDeposits(gateway, { chainId, need: 1, read }) : followBitcoin(gateway));
  } catch (error) {
    cause = error;
  }
  if (await hasBegun()) return;
  const said = sentence(
    "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.",
    { chain: String(chainId) },
  );
  throw new GatewayError("chain_unseen", said, {}, { cause });
}
