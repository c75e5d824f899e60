/** From this many sats on a Bitcoin deposit waits for so many blocks, its own among them. */
export type Tier = Readonly<{ from: bigint; need: number }>;

/**
 * One block for every amount: the least that the contract allows (interface specification 3, rule 1), and
 * the sandbox's setting.
 */
export const ONE_BLOCK: readonly Tier[] = [{ from: 0n, need: 1 }];

/**
 * The confirmations that a service outside the sandbox requires. A payer who reverses a deposit has to
 * replace its blocks, and forgoes their reward, some 3 BTC each: deposits of one confirmation are far below
 * that, and larger ones need more.
 */
export const BITCOIN_TIERS: readonly Tier[] = [
  { from: 0n, need: 1 },
  { from: 1_000_000n, need: 2 },
  { from: 10_000_000n, need: 3 },
  { from: 100_000_000n, need: 6 },
];

/**
 * The limit on deposits that a service outside the sandbox accepts at a time with fewer confirmations than
 * the largest deposits need: a third of the reward of a single block.
 */
export const UNCONFIRMED_LIMIT = 100_000_000n;

/** A number of sats; "none" is no limit. Throws with what was expected. */
export function readLimit(text: string): bigint | undefined {
  if (text === "none") return undefined;
  if (/^\d{1,16}$/.test(text)) return BigInt(text);
  throw new Error(`Expected sats, such as ${UNCONFIRMED_LIMIT}, or none; got "${text}".`);
}

/** How many blocks an amount waits for: the most that any step asks which it has reached. */
export function blocksFor(tiers: readonly Tier[], sats: bigint): number {
  return Math.max(1, ...tiers.filter(({ from }) => from <= sats).map(({ need }) => need));
}

const MOST = 1_000;

/**
 * Tiers as an operator writes them: "<blocks>" for every amount, and further "<from sats>=<blocks>", e.g. 1,1000000=2. Throws
 * with what was expected.
 */
export function readTiers(text: string): readonly Tier[] {
  const tiers = text.split(",").map((word, index) => {
    const [, from, blocks = ""] = /^(?:(\d{1,16})=)?(\d{1,4})$/.exec(word.trim()) ?? [];
    const need = Number(blocks);
    const isFirst = index === 0;
    if (need < 1 || need > MOST || isFirst !== (from === undefined)) throw new Error(expected(text));
    return { from: BigInt(from ?? 0), need };
  });
  const isRising = tiers.every(({ from, need }, index) => {
    const before = tiers[index - 1];
    return !before || (from > before.from && need >= before.need);
  });
  if (isRising) return tiers;
  throw new Error(expected(text));
}

function expected(text: string): string {
  return `Expected blocks (1 to ${MOST}), then perhaps rising steps <from sats>=<blocks>, e.g. 1,1000000=2,100000000=6; got "${text}".`;
}
