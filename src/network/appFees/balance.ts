import { min, sum } from "../../values/amount.ts";
import { claimsOf, earnedBy, earnedOn, type Claim } from "../persistence/claims.ts";
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
  const claimed = claimedBy(claims);
  return { earned, claimed, available: left(earned, claimed), claims };
}

/**
 * Returns what the contract at a wallet's address on one chain can claim: what was earned on that chain, less what was claimed
 * there. The same address on another chain may have another owner, who must not be able to claim it.
 */
export async function availableToContract(
  store: NetworkStore,
  wallet: string,
  chainId: number,
): Promise<bigint> {
  const { available, claims } = await feeBalance(store, wallet);
  const there = claimedBy(claims.filter(({ claim }) => claim.chainId === chainId));
  return min(available, left(await earnedOn(store, wallet, chainId), there));
}

function claimedBy(claims: readonly Claim[]): bigint {
  const standing = claims.filter((one) => statusOfClaim(one) !== "failure");
  return sum(standing.map(({ claim }) => claim.amount));
}

function left(earned: bigint, claimed: bigint): bigint {
  return earned > claimed ? earned - claimed : 0n;
}
