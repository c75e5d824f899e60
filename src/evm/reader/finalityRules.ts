/** When a block is final: once the node's tag has reached it, or where the node does not know the tag, with so many blocks. */
export type Depth = Readonly<{ blocks: number; tag?: "safe" | "finalized" }>;

/** When what an EVM chain shows may be acted on, for usual and for large amounts. `blockMs` is between two blocks, as a rule. */
export type FinalityRule = Readonly<{ usual: Depth; large: Depth; blockMs?: number }>;

/**
 * Reorganisations since the merge went up to 7 blocks deep. Validators finalise after two epochs, some 13 minutes.
 * 96 blocks are three epochs, for nodes that name no finalised block.
 */
const ETHEREUM: FinalityRule = {
  usual: { blocks: 12 },
  large: { blocks: 96, tag: "finalized" },
  blockMs: 12_000,
};

/**
 * One sequencer orders the blocks and vouches for them; they changed only where it failed. "safe" means
 * that their data is on Ethereum, from which others can derive the same blocks; that takes minutes.
 */
const OP_STACK: FinalityRule = { usual: { blocks: 10 }, large: { blocks: 300, tag: "safe" }, blockMs: 2_000 };

/** The same, with four blocks a second. */
const ARBITRUM: FinalityRule = {
  usual: { blocks: 40 },
  large: { blocks: 3_600, tag: "safe" },
  blockMs: 250,
};

/** Once went back by more than a hundred blocks; now milestones finalise within seconds, and "finalized" names them. */
const POLYGON: FinalityRule = {
  usual: { blocks: 32 },
  large: { blocks: 256, tag: "finalized" },
  blockMs: 2_000,
};

/** Validators finalise by vote after two blocks as a rule; 15 blocks were waited for before they did. */
const BNB: FinalityRule = { usual: { blocks: 15 }, large: { blocks: 60, tag: "finalized" }, blockMs: 750 };

/** An accepted block is final: the consensus has no reorganisations. */
const AVALANCHE: FinalityRule = { usual: { blocks: 1 }, large: { blocks: 1 }, blockMs: 2_000 };

/** As Ethereum, with blocks of five seconds. */
const GNOSIS: FinalityRule = {
  usual: { blocks: 12 },
  large: { blocks: 96, tag: "finalized" },
  blockMs: 5_000,
};

/** The sandbox's own chains and other local nodes: one maker of blocks, which makes them when there is something to put in. */
const LOCAL: FinalityRule = { usual: { blocks: 1 }, large: { blocks: 1 } };

/** For a chain with unknown block times and finality. */
export const UNKNOWN_CHAIN: FinalityRule = {
  usual: { blocks: 30 },
  large: { blocks: 300, tag: "finalized" },
};

const RULES: ReadonlyMap<number, FinalityRule> = new Map([
  ...each([1, 11_155_111, 17_000, 560_048], ETHEREUM), // and Sepolia, Holesky, Hoodi
  ...each([10, 8_453, 11_155_420, 84_532, 480, 7_777_777, 34_443], OP_STACK), // OP, Base, their Sepolias, World, Zora, Mode
  ...each([42_161, 42_170, 421_614], ARBITRUM), // One, Nova, Sepolia
  ...each([137, 80_002], POLYGON), // and Amoy
  ...each([56, 97], BNB), // and its testnet
  ...each([43_114, 43_113], AVALANCHE), // and Fuji
  ...each([100, 10_200], GNOSIS), // and Chiado
  ...each([1_337, 31_337, 31_338], LOCAL),
]);

/** The rule of a chain where the operator has set none. */
export function finalityRule(chainId: number): FinalityRule {
  return RULES.get(chainId) ?? UNKNOWN_CHAIN;
}

/** True where being in a block is enough for any amount: then nothing has to be asked. */
export function isFinalAtOnce({ usual, large }: FinalityRule): boolean {
  return [usual, large].every(({ blocks, tag }) => blocks <= 1 && tag === undefined);
}

const MOST_BLOCKS = 100_000;

/**
 * A rule as an operator writes it: what usual and what large amounts wait for, e.g. "10,safe"; one word is for both. A tag's
 * number of blocks stays that of the chain's own rule. Throws with what was expected.
 */
export function readFinalityRule(chainId: number, text: string): FinalityRule {
  const own = finalityRule(chainId);
  const [usual, large = usual, ...more] = text.split(",").map((word) => readDepth(own, word.trim()));
  if (usual && large && more.length === 0)
    return { usual, large, ...(own.blockMs === undefined ? {} : { blockMs: own.blockMs }) };
  throw new Error(
    `Expected blocks (1 to ${MOST_BLOCKS}), safe or finalized, for usual and after a comma for large amounts, e.g. 10,safe; got "${text}".`,
  );
}

function readDepth({ large }: FinalityRule, word: string): Depth | undefined {
  if (word === "safe" || word === "finalized")
    return { blocks: Math.max(large.blocks, UNKNOWN_CHAIN.large.blocks), tag: word };
  const blocks = /^\d{1,6}$/.test(word) ? Number(word) : 0;
  return blocks >= 1 && blocks <= MOST_BLOCKS ? { blocks } : undefined;
}

function each(chainIds: readonly number[], rule: FinalityRule): readonly (readonly [number, FinalityRule])[] {
  return chainIds.map((chainId) => [chainId, rule] as const);
}
