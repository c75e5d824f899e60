import { openSimulatedChain, type SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import type { ChainOutput } from "../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { RefusedTransaction } from "../../src/sandbox/bitcoin/rules/transactionRules.ts";
import type { Chance } from "./chance.ts";
import { KINDS, SCRIPTS, makeTx, type Coin, type Kind, type Making } from "./keys.ts";
import { NodeRefusal, startNode, type RegtestNode } from "./node.ts";

/** What one side says of a transaction: the code of its answer, and the kind of reason; "accepted" with code 0. */
export type Verdict = Readonly<{ code: number; kind: string; words: string }>;

/** A real node and our ledger on the same chain, and coins of ours of every kind to try them with. */
export type Lab = Readonly<{
  node: RegtestNode;
  ledger: SimulatedChain;
  chance: Chance;
  /** Hands a raw transaction (hex) to both. */
  judge(hex: string): Promise<Readonly<{ node: Verdict; ledger: Verdict }>>;
  /** The node mines one block, ten minutes after the last, and the ledger adopts it. */
  mine(count?: number): Promise<void>;
  /** What the coinbase at a height pays; a p2wpkh coin. */
  coinbase(height: number): Coin;
  /** Confirmed coins that nothing spends, as many as asked for, of the given kinds or of any. */
  take(count: number, ...kinds: readonly Kind[]): readonly Coin[];
  /** Coins that wait in the mempool. */
  waiting(): readonly Coin[];
  /** The outputs and one more, which takes what coins of this much leave at a rate of `feeRate` sat/vB. */
  withChange(
    coins: readonly Coin[],
    outputs: readonly ChainOutput[],
    feeRate?: number,
    making?: Making,
  ): readonly ChainOutput[];
  close(): Promise<void>;
}>;

const START = 1_800_000_000; // unix seconds
const BLOCK_S = 600;
const FIRST_BLOCKS = 112; // the first twelve coinbases are mature
const COINS = 460;

export async function openLab(chance: Chance): Promise<Lab> {
  const node = await startNode();
  try {
    return await furnish(node, chance);
  } catch (error) {
    await node.stop();
    throw error;
  }
}

async function furnish(node: RegtestNode, chance: Chance): Promise<Lab> {
  const genesis = await rawBlock(node, await node.rpc("getblockhash", 0));
  const ledger = openSimulatedChain({ clock: () => START * 1000, minerScript: SCRIPTS.p2wpkh, genesis });
  let time = START;
  const mine = async (count = 1) => {
    for (let mined = 0; mined < count; mined++) {
      await node.rpc("setmocktime", (time += BLOCK_S));
      for (const hash of await node.mine(1, SCRIPTS.p2wpkh)) await ledger.adopt(await rawBlock(node, hash));
    }
  };
  const judge = async (hex: string) => ({
    node: await askNode(node, hex),
    ledger: await askLedger(ledger, hex),
  });
  const coins = (confirmed: boolean, kinds: readonly Kind[]): readonly Coin[] =>
    kinds.flatMap((kind) =>
      [...(ledger.view.script(SCRIPTS[kind])?.unspent.values() ?? [])]
        .filter(({ record }) => !record.tx.coinbase && (record.block !== undefined) === confirmed)
        .map(({ txid, vout, value }) => ({ txid, vout, value, kind })),
    );
  const take = (count: number, ...kinds: readonly Kind[]) => {
    const found = coins(true, kinds.length > 0 ? kinds : KINDS);
    const taken = chance.shuffled(found.filter(({ value }) => value > 500_000n)).slice(0, count);
    if (taken.length < count) throw new Error(`The lab has ${taken.length} coins left, ${count} are needed.`);
    return taken;
  };
  const withChange = (
    from: readonly Coin[],
    outputs: readonly ChainOutput[],
    feeRate = 5,
    making: Making = {},
  ) => {
    const change = { script: SCRIPTS[chance.oneOf(KINDS)], value: 0n };
    const draft = makeTx(from, [...outputs, change], making).virtualSize() + from.length; // signatures vary by a byte
    const rest = sum(from) - sum(outputs) - BigInt(draft * feeRate);
    return [...outputs, { ...change, value: rest }];
  };
  const coinbase = (height: number): Coin => {
    const txid = ledger.view.blockAt(height)!.txids[0]!;
    return { txid, vout: 0, value: ledger.view.output({ txid, vout: 0 })!.value, kind: "p2wpkh" };
  };
  await mine(FIRST_BLOCKS);
  const lab = {
    node,
    ledger,
    chance,
    judge,
    mine,
    coinbase,
    take,
    waiting: () => coins(false, KINDS),
    withChange,
    close,
  };
  await fanOut(lab);
  return lab;

  async function close() {
    await ledger.close();
    await node.stop();
  }
}

/** Turns the first coinbase into coins of every kind. */
async function fanOut({ node, chance, coinbase, mine }: Lab): Promise<void> {
  const first = coinbase(1);
  const outputs = Array.from({ length: COINS }, (_, index) => ({
    script: SCRIPTS[KINDS[index % KINDS.length]!],
    value: BigInt(chance.between(2_000_000, 18_000_000)),
  }));
  const rest = { script: SCRIPTS.p2wpkh, value: first.value - sum(outputs) - 100_000n };
  await node.rpc("sendrawtransaction", makeTx([first], [...outputs, rest]).toHex());
  await mine();
}

/** Both sides name a reason: of a script's fault the part in parentheses, of others what comes before any numbers. */
export function kindOf(words: string): string {
  const script = /script-verify-flag(?:-failed)? \((.*)\)$/.exec(words);
  if (script) return script[1]!;
  return /^(?:TX decode failed|[^,;]*)/.exec(words)![0];
}

async function askNode(node: RegtestNode, hex: string): Promise<Verdict> {
  try {
    await node.rpc("sendrawtransaction", hex);
    return ACCEPTED;
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { code: error.code, kind: kindOf(error.message), words: error.message };
  }
}

async function askLedger(ledger: SimulatedChain, hex: string): Promise<Verdict> {
  try {
    await ledger.accept(hex);
    return ACCEPTED;
  } catch (error) {
    if (!(error instanceof RefusedTransaction)) throw error;
    return { code: error.code, kind: kindOf(error.message), words: error.message };
  }
}

const ACCEPTED: Verdict = { code: 0, kind: "accepted", words: "accepted" };

async function rawBlock(node: RegtestNode, hash: string): Promise<Buffer> {
  return Buffer.from(await node.rpc<string>("getblock", hash, 0), "hex");
}

export function sum(outputs: readonly Readonly<{ value: bigint }>[]): bigint {
  return outputs.reduce((total, { value }) => total + value, 0n);
}
