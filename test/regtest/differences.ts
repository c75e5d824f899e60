import { readTx, type ChainTx } from "../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { isWitnessProgram } from "../../src/sandbox/bitcoin/rules/outputScript.ts";

/**
 * Where litecoind 0.21 is not Bitcoin Core, or not today's, so that no verdict can be compared. Each is proven in
 * differences.regtest.ts; everything else has to agree.
 */
export type Difference = Readonly<{ why: string; concerns: (tx: ChainTx) => boolean }>;

const BITCOINS = 2_100_000_000_000_000n;
const SMALLEST_THEN = 82; // bytes without witnesses, before Core 25
const SMALLEST_NOW = 65;

export const DIFFERENCES: readonly Difference[] = [
  {
    why: "there are 84 million litecoins, so that amounts above 21 million coins are no nonsense yet",
    concerns: (tx) => tx.outputs.reduce((total, { value }) => total + value, 0n) > BITCOINS,
  },
  {
    why: "witness versions 8 and 9 lead to Litecoin's extension blocks; to Bitcoin they are versions yet to come",
    concerns: (tx) => tx.outputs.some(({ script }) => isWitnessProgram(script) && /^5[89]/.test(script)),
  },
  {
    why: "Core 25 lets transactions of 65 to 81 bytes pass, which 0.21 finds too small",
    concerns: (tx) => {
      const bytes = strippedBytes(tx);
      return bytes >= SMALLEST_NOW && bytes < SMALLEST_THEN;
    },
  },
  {
    why: "Core 30 lets a transaction carry several data outputs",
    concerns: (tx) => tx.outputs.filter(({ script }) => script.startsWith("6a")).length > 1,
  },
];

/** The difference that a raw transaction (hex) falls under, if any. */
export function differenceOf(hex: string): Difference | undefined {
  let tx: ChainTx;
  try {
    tx = readTx(Buffer.from(hex, "hex"));
  } catch {
    return undefined; // nobody can read it, which is a verdict too
  }
  return DIFFERENCES.find(({ concerns }) => concerns(tx));
}

function strippedBytes({ weight, raw }: ChainTx): number {
  return (weight - raw.length) / 3; // a byte of a witness weighs one, every other four
}
