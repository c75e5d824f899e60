import { expect } from "chai";
import { encodeAbiParameters, toEventSelector, type Hex } from "viem";
import type { EvmBlock } from "../../../src/evm/reader/evmBlocks.ts";
import { evmNews, type EvmNewsOptions } from "../../../src/evm/reader/evmFollower.ts";
import type { RpcCall } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import {
  account,
  fakeNode,
  nextBlock,
  topicOf,
  word,
  type FakeLog,
  type FakeNode,
  type FakeTx,
} from "./evmFakeNode.ts";

const PAYER = account("a");
const OURS = account("d");
const OTHER = account("e");
const TOKEN = account("1");
const DESK = account("2");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const SINGLE = toEventSelector("TransferSingle(address,address,address,uint256,uint256)");
const BATCH = toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])");
const SWAPPED = toEventSelector("Swapped(bytes32,uint256)");

const pay = (changes: Partial<FakeTx> = {}): FakeTx => ({ from: PAYER, to: OURS, value: 5n, ...changes });
const transfer = (changes: Partial<FakeLog> = {}): FakeLog => ({
  address: TOKEN,
  topics: [TRANSFER, topicOf(PAYER), topicOf(OURS)],
  data: word(7n),
  ...changes,
});
const multi = (event: Hex, data: Hex): FakeLog => ({
  address: TOKEN,
  topics: [event, topicOf(OTHER), topicOf(PAYER), topicOf(OURS)],
  data,
});
const lists = (ids: bigint[], amounts: bigint[]): Hex =>
  encodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], [ids, amounts]);

const nodeWith = (txs: FakeTx[], logs: FakeLog[] = []): FakeNode => {
  const genesis = nextBlock(undefined);
  return fakeNode([genesis, nextBlock(genesis, txs, logs)]);
};
const watch = { isWatched: async () => new Set([OURS]), tokens: [TOKEN] };
const lookAt = async (node: FakeNode, options: Partial<EvmNewsOptions> = {}): Promise<EvmBlock> => {
  const { joined } = await evmNews(node, [], { ...watch, ...options });
  expect(joined).to.have.length(1);
  return joined[0] as EvmBlock; // proven by the line above
};
const transfersOf = async (txs: FakeTx[], logs: FakeLog[] = []) =>
  (await lookAt(nodeWith(txs, logs))).transfers;
const failureOf = async (work: Promise<unknown>): Promise<HttpFailure> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure);
  return error as HttpFailure; // proven by the line above
};
const asked = (node: FakeNode, method: string) => node.asked.filter((call) => call.method === method);

describe("coins in an EVM block", () => {
  it("are found when a transaction pays them to a watched address", async () => {
    const node = nodeWith([pay({ to: OTHER }), pay()]);
    const { transfers } = await lookAt(node);
    const hash = node.chain[1]?.txs[1]?.hash;
    expect(transfers).to.deep.equal([
      { kind: "native", hash, index: "value", from: PAYER, to: OURS, value: 5n },
    ]);
  });

  it("do not move in a transaction that failed", async () => {
    expect(await transfersOf([pay({ failed: true })])).to.deep.equal([]);
    const both = await transfersOf([pay({ failed: true }), pay({ value: 6n })], [transfer()]);
    expect(both.map(({ kind }) => kind)).to.deep.equal(["native", "erc20"]);
    expect(both[0]).to.include({ value: 6n });
  });

  it("are not taken from contract creations, from an account to itself, or where there are none", async () => {
    expect(await transfersOf([pay({ to: null }), pay({ from: OURS }), pay({ value: 0n })])).to.deep.equal([]);
  });

  it("are found in any case of the node's letters", async () => {
    const node = nodeWith([pay({ to: `0x${"D".repeat(40)}` })]);
    expect((await lookAt(node)).transfers).to.have.length(1);
  });

  it("cost a receipt only where they are ours", async () => {
    const node = nodeWith([pay({ to: OTHER }), pay(), pay({ to: PAYER }), pay()]);
    await lookAt(node);
    expect(asked(node, "eth_getTransactionReceipt")).to.have.length(2);
    expect(node.requests).to.equal(4);
  });

  it("are asked about once a block, every recipient once", async () => {
    const questions: (readonly string[])[] = [];
    const isWatched = async (addresses: readonly string[]) => {
      questions.push(addresses);
      return new Set<string>();
    };
    const node = nodeWith(
      [pay(), pay(), pay({ to: OTHER }), pay({ to: PAYER })],
      [transfer(), transfer({ topics: [TRANSFER, topicOf(PAYER), topicOf(DESK)] })],
    );
    await lookAt(node, { isWatched });
    expect(questions).to.deep.equal([[OURS, OTHER, DESK]]);
    await lookAt(nodeWith([]), { isWatched });
    expect(questions).to.have.length(1);
  });

  it("are not believed without the receipt of this very block", async () => {
    for (const lie of [
      () => null,
      (receipt: object) => ({ ...receipt, blockHash: word(1n) }),
      (receipt: object) => ({ ...receipt, transactionHash: word(1n) }),
      (receipt: object) => ({ ...receipt, status: undefined }),
    ]) {
      const node = nodeWith([pay()]);
      node.lie = (call, result) =>
        call.method === "eth_getTransactionReceipt" ? lie(result as object) : result;
      expect(await failureOf(lookAt(node))).to.have.property("kind", "broken");
    }
  });
});

describe("tokens in an EVM block", () => {
  it("are found with their log's place", async () => {
    const [found] = await transfersOf([], [transfer({ topics: [SWAPPED] }), transfer()]);
    expect(found).to.deep.include({
      kind: "erc20",
      logIndex: 1,
      token: TOKEN,
      from: PAYER,
      to: OURS,
      value: 7n,
    });
    expect(found?.hash).to.match(/^0x[0-9a-f]{64}$/);
  });

  it("of ERC-721 are told from ERC-20 by their topics", async () => {
    const nft = transfer({ topics: [TRANSFER, topicOf(PAYER), topicOf(OURS), word(42n)], data: "0x" });
    const [found] = await transfersOf([], [nft]);
    expect(found).to.deep.include({ kind: "nft", standard: "erc721", tokenId: 42n, amount: 1n, to: OURS });
  });

  it("of ERC-1155 are found one by one", async () => {
    const single = multi(SINGLE, `${word(3n)}${word(9n).slice(2)}`);
    const batch = multi(BATCH, lists([1n, 2n, 4n], [10n, 20n, 0n]));
    const found = await transfersOf([], [single, batch]);
    expect(found).to.have.length(3); // nothing of the last id
    expect(found[0]).to.deep.include({
      standard: "erc1155",
      logIndex: 0,
      tokenId: 3n,
      amount: 9n,
      from: PAYER,
    });
    expect(found[1]).to.deep.include({ logIndex: 1, tokenId: 1n, amount: 10n });
    expect(found[2]).to.deep.include({ logIndex: 1, tokenId: 2n, amount: 20n, to: OURS });
  });

  it("do not arrive with a transfer of nothing or from the holder to itself", async () => {
    const ownTopics = [TRANSFER, topicOf(OURS), topicOf(OURS)];
    expect(
      await transfersOf([], [transfer({ data: word(0n) }), transfer({ topics: ownTopics })]),
    ).to.deep.equal([]);
  });

  it("are not read into logs that are not exactly as the standard says", async () => {
    const dirty = `0x${"f".repeat(24)}${OURS.slice(2)}` as const;
    const unusual: FakeLog[] = [
      transfer({ topics: [TRANSFER] }),
      transfer({ topics: [TRANSFER, topicOf(OURS)] }),
      transfer({ data: "0x" }),
      transfer({ data: "0x07" }),
      transfer({ data: `${word(7n)}00` }),
      transfer({ topics: [TRANSFER, topicOf(PAYER), dirty] }),
      transfer({ topics: [TRANSFER, dirty, topicOf(OURS)] }),
      transfer({ topics: [TRANSFER, topicOf(PAYER), topicOf(OURS), word(1n)] }), // ERC-721 has no data
      multi(SINGLE, word(3n)),
      multi(SINGLE, "0x"),
      { ...multi(SINGLE, lists([1n], [1n])), topics: [SINGLE] },
      multi(BATCH, "0x"),
      multi(BATCH, lists([1n, 2n], [1n])),
      multi(BATCH, `${lists([1n], [1n])}00`),
      multi(BATCH, `${word(2n ** 255n)}${word(64n).slice(2)}`),
      multi(BATCH, `${word(64n)}${word(64n).slice(2)}${word(2n ** 200n).slice(2)}`),
      multi(BATCH, `${word(64n)}${word(64n).slice(2)}${word(1n).slice(2)}${word(5n).slice(2)}`), // one list for both
      multi(BATCH, lists(Array<bigint>(101).fill(1n), Array<bigint>(101).fill(1n))),
      { ...multi(BATCH, lists([1n], [1n])), topics: [BATCH, dirty, topicOf(PAYER), topicOf(OURS)] },
    ];
    for (const log of unusual) expect(await transfersOf([], [log]), JSON.stringify(log)).to.deep.equal([]);
    expect(await transfersOf([], [...unusual, transfer()])).to.have.length(1);
  });

  it("are found beside a log that is megabytes long", async () => {
    const long = transfer({ data: `0x${"ab".repeat(8_000_000)}` });
    expect(await transfersOf([], [long, transfer()])).to.have.length(1);
  });

  it("are not believed from a log of another block, taken back, given twice or malformed", async () => {
    const lies: ((log: Record<string, unknown>) => unknown)[] = [
      (log) => [{ ...log, blockHash: word(1n) }],
      (log) => [{ ...log, removed: true }],
      (log) => [log, log],
      (log) => [{ ...log, data: "0x0" }],
      (log) => [{ ...log, logIndex: null }],
      (log) => [{ ...log, topics: "none" }],
      () => null,
      () => ({}),
    ];
    for (const lie of lies) {
      const node = nodeWith([], [transfer()]);
      node.lie = ({ method }, result) =>
        method === "eth_getLogs" ? lie((result as Record<string, unknown>[])[0] ?? {}) : result;
      expect(await failureOf(lookAt(node))).to.have.property("kind", "broken");
    }
  });

  it("come in the order of the block, whatever the node's", async () => {
    const node = nodeWith([pay()], [transfer({ data: word(1n) }), transfer({ data: word(2n) })]);
    node.lie = ({ method }, result) =>
      method === "eth_getLogs" ? (result as object[]).toReversed() : result;
    const { transfers } = await lookAt(node);
    expect(transfers.map((one) => (one.kind === "nft" ? 0n : one.value))).to.deep.equal([5n, 1n, 2n]);
  });
});

describe("the logs of an EVM block", () => {
  const other = transfer({ address: OTHER });
  const swapped: FakeLog = { address: DESK, topics: [SWAPPED, word(1n)], data: word(8n) };
  const events = { addresses: [DESK], topics: [SWAPPED] };
  const filters = (node: FakeNode) => asked(node, "eth_getLogs").map(({ params }) => params[0]);
  const tooLarge = (call: RpcCall) =>
    call.method === "eth_getLogs" && !JSON.stringify(call.params).includes(TOKEN);
  const refuseAll = (node: FakeNode) => {
    node.lie = (call, result) => {
      if (tooLarge(call)) throw new HttpFailure("broken", "too large", 413);
      return result;
    };
  };

  it("are given raw for the wanted events of the wanted contracts", async () => {
    const node = nodeWith(
      [],
      [
        { ...swapped, address: OTHER },
        swapped,
        { ...swapped, topics: [word(3n)] },
        transfer({ address: DESK }),
      ],
    );
    const block = await lookAt(node, { events });
    expect(block.events).to.have.length(1);
    expect(block.events[0]).to.deep.include({ logIndex: 1, ...swapped });
    expect(block.transfers).to.have.length(1);
  });

  it("are asked for by the block's hash, of every contract", async () => {
    const node = nodeWith([], [transfer(), other]);
    expect((await lookAt(node)).transfers).to.have.length(2);
    expect(filters(node)).to.deep.equal([
      { blockHash: node.chain[1]?.hash, topics: [[TRANSFER, SINGLE, BATCH]] },
    ]);
  });

  it("are asked for of the listed contracts alone on busy chains", async () => {
    const node = nodeWith([], [transfer(), other, swapped]);
    const block = await lookAt(node, { events, onlyTokens: true });
    expect(block.transfers).to.have.length(1);
    expect(block.events).to.have.length(1);
    expect(filters(node)[0]).to.deep.include({ address: [TOKEN, DESK] });
  });

  it("are not asked for when nothing is listed, because an empty list means everything", async () => {
    const node = nodeWith([], [transfer()]);
    expect(await lookAt(node, { onlyTokens: true, tokens: [] })).to.deep.include({
      transfers: [],
      events: [],
    });
    expect(filters(node)).to.deep.equal([]);
  });

  it("that somebody made too many of do not hide the tokens that matter", async () => {
    const node = nodeWith([pay()], [transfer(), other, swapped]);
    refuseAll(node);
    const block = await lookAt(node, { events });
    expect(block.onlyListed).to.equal(true);
    expect(block.transfers.map(({ kind }) => kind)).to.deep.equal(["native", "erc20"]);
    expect(block.events).to.have.length(1);
  });

  it("are narrowed only in the block that has too many", async () => {
    const node = nodeWith([], [transfer(), other]);
    node.chain = [...node.chain, nextBlock(node.chain[1], [], [transfer(), other])];
    const full = node.chain[1]?.hash ?? "";
    node.lie = (call, result) => {
      if (tooLarge(call) && JSON.stringify(call.params).includes(full))
        throw new HttpFailure("broken", "", 413);
      return result;
    };
    const { joined } = await evmNews(node, [], { ...watch, startBlock: 0 });
    expect(joined.map(({ onlyListed }) => onlyListed)).to.deep.equal([false, true, false]);
    expect(joined.map(({ transfers }) => transfers.length)).to.deep.equal([0, 1, 2]);
  });

  it("are waited for when the node refuses them for another reason", async () => {
    const node = nodeWith([], [transfer()]);
    node.lie = (call, result) => {
      if (call.method === "eth_getLogs") throw new HttpFailure("busy", "slow down");
      return result;
    };
    expect(await failureOf(lookAt(node))).to.have.property("kind", "busy");
    expect(filters(node)).to.have.length(1);
  });
});
