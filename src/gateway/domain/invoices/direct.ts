import type { Deposit, Facts } from "./invoice.ts";

/**
 * True for a payment in the settlement coin to the merchant's own address, which is not converted: for the
 * amount of a direct offer (decision 47), or by a person's assignment.
 */
export function isDirect({ offers }: Pick<Facts, "offers">, deposit: Deposit): boolean {
  const { address, chainId } = deposit;
  return (
    deposit.direct === true ||
    offers.some(
      (offer) => offer.direct === true && offer.depositAddress === address && offer.chainId === chainId,
    )
  );
}
