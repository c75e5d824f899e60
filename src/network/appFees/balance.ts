import { sum } from "../../values/amount.ts";
import { claimsOf, earnedBy, type Claim } from "../persistence/claims.ts";
import type { NetworkStore } from "../persistence/open.ts";

/** What has become of a claim, in the words of statuses. */
export type ClaimStatus = "pending" | "success" | "failure";

/** What an application has of its shares, in dollars of 6 decimals: `available` is what it can still claim. */
export type FeeBalance = Readonly<{ earned: bigint; claimed: bigint; available: bigint }>;

/** Refused, or reverted on its chain: then the amount is the application's again. */
export function statusOfClaim({ claim, payment }: Claim): ClaimStatus {
  if (claim.state === "refused" || payment?.state === "reverted") return "failure";
  return payment?.state === "included" ? "success" : "pending";
}

/**
 * What is left of what an application has earned. What is claimed counts as gone from the moment of the claim on, whether it is
 * paid yet or not. A reorganisation may take back what was earned after it was claimed: then nothing is available.
 */
export async function feeBalance(
  store: NetworkStore,
  wallet: string,
): Promise<FeeBalance & Readonly<{ claims: readonly Claim[] }>> {
  const earned = await earnedBy(store, wallet);
  const claims = await claimsOf(store, wallet);
  const standing = claims.filter((one) => statusOfClaim(one) !== "failure");
  const claimed = sum(standing.map(({ claim }) => claim.amount));
  return { earned, claimed, available: earned > claimed ? earned - claimed : 0n, claims };
}
