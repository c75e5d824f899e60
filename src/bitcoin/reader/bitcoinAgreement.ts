import { HttpFailure } from "../../http-client/http.ts";

/**
 * Thrown when too few explorers agree on the best chain. None of their answers about blocks may be acted on
 * then.
 */
export class ChainUncertain extends HttpFailure {
  override name = "ChainUncertain";
  constructor(
    readonly reason: string, // fit for public display: it names no explorer
    options?: ErrorOptions,
  ) {
    super("broken", `The best chain is uncertain: ${reason}`, undefined, undefined, options);
  }
}

/**
 * One explorer's view of the best chain. `hashAt` gives its block at a height, or undefined when it has
 * none or no answer.
 */
export type ChainClaim = Readonly<{
  height: number;
  hash: string;
  hashAt(height: number): Promise<string | undefined>;
}>;

export type AgreedTip = Readonly<{ height: number; hash: string }>;

/** A tip this far above what is agreed on is another chain, or the agreed one stands still. */
const GAP = 3;

/** The default quorum of n explorers: more than half. */
export function majorityOf(explorers: number): number {
  return Math.floor(explorers / 2) + 1;
}

/**
 * The highest block that enough explorers have, counting only those with a tip less than three blocks above
 * it. Enough are the quorum, and more than half of those that answered: two camps can never both be enough.
 * So a minority that lies, is stuck or follows a fork is outvoted; without a majority the chain is
 * uncertain. Blocks near the tips may differ, as they do for a minute or so now and then. Throws
 * ChainUncertain. Asks each explorer for the hashes of three heights at most.
 */
export async function agreedTip(claims: readonly ChainClaim[], quorum: number): Promise<AgreedTip> {
  const need = Math.max(quorum, majorityOf(claims.length));
  const tips = claims.map(({ height }) => height).sort((a, b) => b - a);
  const highest = tips[need - 1];
  if (highest === undefined) throw new ChainUncertain(tooFew(claims.length, quorum));
  // Lower down, so many tips would be far above that the rest could not be enough.
  for (let height = highest; height >= 0 && height > highest - GAP; height--) {
    const hash = await hashOfMost(claims, height, need);
    if (hash !== undefined) return { height, hash };
  }
  throw new ChainUncertain(
    `${need} explorers must have one chain up to less than ${GAP} blocks below their tips. Their tips are at ${tips.join(", ")}, and their blocks differ or some are behind.`,
  );
}

/** The hash that at least `need` of the votes name. */
export function agreedHash(votes: readonly (string | undefined)[], need: number): string | undefined {
  return votes.find((hash) => hash !== undefined && votes.filter((vote) => vote === hash).length >= need);
}

/** A sentence for when not enough explorers answer. */
export function tooFew(answered: number, quorum: number): string {
  return `${answered === 0 ? "No explorer answers" : `Only ${answered} of the explorers answered`}, and ${quorum} must agree.`;
}

async function hashOfMost(
  claims: readonly ChainClaim[],
  height: number,
  need: number,
): Promise<string | undefined> {
  const near = claims.filter((claim) => claim.height >= height && claim.height < height + GAP);
  if (near.length < need) return undefined;
  const votes = near.map(async (claim) => (claim.height === height ? claim.hash : claim.hashAt(height)));
  return agreedHash(await Promise.all(votes), need);
}
