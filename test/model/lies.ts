import { Block } from "bitcoinjs-lib";
import { unixSeconds } from "../../src/values/time.ts";
import { makeTx, mineOn, type ChainView, type MinedBlock, type Output, type Tx } from "./bitcoinChain.ts";
import type { Explorer } from "./explorer.ts";
import type { World } from "./world.ts";

/** What an explorer may make up about payments to addresses that somebody waits for. */
export const LIES = [
  "stuck", // its newest block stays what it is
  "fakeTransaction", // a payment that nobody has sent, unconfirmed
  "value", // more in its lists than in the transaction
  "address", // a transaction that pays somebody else
  "height", // unconfirmed transactions are said to be in a block
  "fork", // eight blocks with regtest's work, and a payment in the first
  "noWork", // a block whose hash is above the target that it names itself
  "lowWork", // a block with a target that is easier than the chain's
  "wrongRoot", // a payment put into a true block
] as const;
export type Lie = (typeof LIES)[number] | "honest";

const EASIEST_BITS = 0x220000ff; // a target above 256 bits stands for none; no hash is too high for it

/** Lets an explorer lie from now on, about the given payments, or be honest again. */
export function makeLie(world: World, explorer: Explorer, lie: Lie, payments: readonly Output[] = []): void {
  const { chain, chance, clock } = world;
  explorer.shows = chain.view;
  explorer.listed = (txs) => txs;
  explorer.placed = (tx) => tx;
  const fake = () => makeTx([`${Buffer.from(chance.bytes(32)).toString("hex")}:0`], payments, chance);
  const { blocks } = chain.view();
  const tip = blocks.at(-1);
  switch (lie) {
    case "honest":
      return;
    case "stuck": {
      const stuck = chain.view();
      explorer.shows = () => stuck;
      return;
    }
    case "fakeTransaction": {
      const tx = fake();
      explorer.shows = () => withMempool(chain.view(), tx);
      return;
    }
    case "value":
      explorer.listed = (txs) => txs.map((tx) => ({ ...tx, vout: tx.vout.map((one) => ({ ...one, value: one.value * 1_000n })) })); // prettier-ignore
      explorer.placed = ({ vout, ...tx }) => ({ ...tx, vout: vout.map((one) => ({ ...one, value: one.value * 1_000n })) }); // prettier-ignore
      return;
    case "address": {
      const stranger = makeTx([`${"77".repeat(32)}:0`], [{ script: `0014${"55".repeat(20)}`, value: 1_000_000n }], chance); // prettier-ignore
      explorer.shows = () => withMempool(chain.view(), stranger);
      explorer.listed = (txs, address) => {
        const vout = [{ scriptpubkey: world.scriptOf(address), value: 1_000_000n }];
        return [...txs, { txid: stranger.txid, vin: [], vout, status: { confirmed: false } }];
      };
      return;
    }
    case "height":
      explorer.placed = (tx) => ({ ...tx, status: { confirmed: true, block_height: tip?.height, block_hash: tip?.id } }); // prettier-ignore
      return;
    case "fork": {
      const forked = forkOf(world, blocks.slice(0, -2), [fake()], 10);
      explorer.shows = () => ({ blocks: forked, mempool: [] });
      return;
    }
    case "noWork": {
      const idle = withoutWork(mineOn(tip, [fake()], unixSeconds(clock()), chance));
      explorer.shows = () => ({ blocks: [...chain.view().blocks, idle], mempool: [] });
      return;
    }
    case "lowWork": {
      const easy = mineOn(tip, [fake()], unixSeconds(clock()), chance, EASIEST_BITS);
      explorer.shows = () => ({ blocks: [...chain.view().blocks, easy], mempool: [] });
      return;
    }
    case "wrongRoot": {
      const block = mineOn(tip, [], unixSeconds(clock()), chance);
      const other = mineOn(tip, [fake()], unixSeconds(clock()), chance);
      const raw = Buffer.concat([block.header, other.raw.subarray(80)]);
      explorer.shows = () => ({ blocks: [...chain.view().blocks, { ...other, ...block, raw }], mempool: [] });
      return;
    }
  }
}

/** The same block, not worked for. */
function withoutWork(mined: MinedBlock): MinedBlock {
  const block = Block.fromBuffer(Buffer.from(mined.raw));
  while (block.checkProofOfWork()) block.nonce += 1;
  const raw = block.toBuffer();
  return { ...mined, id: block.getId(), raw, header: raw.subarray(0, 80) };
}

function withMempool({ blocks, mempool }: ChainView, tx: Tx): ChainView {
  return { blocks, mempool: [...mempool, tx] };
}

/** Blocks of real work on an older one: the first with these transactions. */
function forkOf(
  { clock, chance }: World,
  below: readonly MinedBlock[],
  txs: readonly Tx[],
  length: number,
): readonly MinedBlock[] {
  const forked = [...below];
  for (let count = 0; count < length; count++)
    forked.push(mineOn(forked.at(-1), count === 0 ? txs : [], unixSeconds(clock()), chance));
  return forked;
}
