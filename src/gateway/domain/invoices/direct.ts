import type { Deposit, Facts } from "./invoice.ts";

/**
 * True for a payment in the settlement coin to the merchant's own address, which is not converted (decision
 * 47).
 */
export function isDirect({ offers }: Pick<Facts, "offers">, { address, chainId }: Deposit): boolean {
  return offers.some(
    (offer) => offer.direct === true && offer.depositAddress === address && offer.chainId === chainId,
  );
}
