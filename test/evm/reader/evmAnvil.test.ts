import fs from "node:fs";
import { expect } from "chai";
import {
  concat,
  createTestClient,
  createWalletClient,
  http,
  numberToHex,
  pad,
  publicActions,
  toEventSelector,
  type Abi,
  type Hex,
} from "viem";
import type { EvmHeader } from "../../../src/evm/reader/evmBlocks.ts";
import {
  evmHeadersAfter,
  evmNews,
  type EvmNews,
  type EvmNewsOptions,
} from "../../../src/evm/reader/evmFollower.ts";
import { createBatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { evmAccount } from "../../../src/sandbox/accounts.ts";
import { startAnvil, type Anvil } from "../../../src/sandbox/evm/anvil.ts";
import { account } from "./evmFakeNode.ts";

const CHAIN_ID = 31337;
const OURS = account("d");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const SINGLE = toEventSelector("TransferSingle(address,address,address,uint256,uint256)");
const BATCH = toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])");
const word = (value: Hex | bigint) =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 });

/** Creation code that only emits a log: PUSH32, PUSH1 and MSTORE for each word, PUSH32 for each topic, then LOG4. */
const emit = (topics: readonly [Hex, Hex, Hex, Hex], words: readonly bigint[] = []): Hex =>
  concat([
    ...words.flatMap((value, index): Hex[] => [
      ...(["0x7f", word(value)] as const),
      ...(["0x60", numberToHex(32 * index, { size: 1 }), "0x52"] as const),
    ]),
    ...topics.toReversed().flatMap((topic): Hex[] => ["0x7f", word(topic)]),
    ...(["0x60", numberToHex(32 * words.length, { size: 1 }), "0x6000", "0xa4", "0x00"] as const),
  ]);

describe("following a real EVM node", function () {
  this.timeout(30_000);
  let anvil: Anvil;
  let known: readonly EvmHeader[];
  let usdc: EvmAddress;

  const payer = evmAccount(0);
  const artifact = new URL("../../../build/contracts/SandboxUsd.json", import.meta.url);
  const { abi, bytecode } = JSON.parse(fs.readFileSync(artifact, "utf8")) as { abi: Abi; bytecode: Hex };
  const chainAt = (url: string) => {
    const chain = {
      id: CHAIN_ID,
      name: "anvil",
      nativeCurrency: { name: "", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    };
    const wallet = createWalletClient({ account: payer, chain, transport: http(url) }).extend(publicActions);
    return { wallet, test: createTestClient({ mode: "anvil", transport: http(url) }) };
  };
  let chain: ReturnType<typeof chainAt>;

  const ask = (options: Partial<EvmNewsOptions> = {}) =>
    evmNews(createBatchRpc(anvil.url), known, {
      isWatched: async () => new Set([OURS]),
      tokens: [usdc],
      ...options,
    });
  /** One look, as the service does it: what it gives is kept. */
  const look = async (options: Partial<EvmNewsOptions> = {}): Promise<EvmNews> => {
    const news = await ask(options);
    known = evmHeadersAfter(known, news);
    return news;
  };
  const mine = (blocks = 1) => chain.test.mine({ blocks });
  const arrivals = ({ joined }: EvmNews) => joined.flatMap(({ transfers }) => transfers);
  const GAS = 200_000n; // given, so that nothing is tried out before it is sent
  const payCoins = (value: bigint, to: EvmAddress = OURS) =>
    chain.wallet.sendTransaction({ to, value, gas: GAS });
  const payTokens = (value: bigint, to: EvmAddress = OURS) =>
    chain.wallet.writeContract({ address: usdc, abi, functionName: "mint", args: [to, value], gas: GAS });

  before(async () => {
    anvil = await startAnvil(CHAIN_ID);
    chain = chainAt(anvil.url);
    const hash = await chain.wallet.deployContract({ abi, bytecode });
    await mine();
    const { contractAddress } = await chain.wallet.getTransactionReceipt({ hash });
    usdc = (contractAddress ?? "").toLowerCase() as EvmAddress; // a contract was made
    known = [];
    await look();
  });
  after(async () => {
    anvil.kill();
    await anvil.exited;
  });

  it("finds coins and tokens in the block that they are in", async () => {
    const coins = await payCoins(5n);
    const tokens = await payTokens(7n);
    await payTokens(8n, account("e"));
    await mine(3);
    const { joined, tip } = await look();
    expect(joined.map(({ transfers }) => transfers.length)).to.deep.equal([2, 0, 0]);
    const from = payer.address.toLowerCase();
    expect(joined[0]?.transfers).to.deep.equal([
      { kind: "native", hash: coins, index: "value", from, to: OURS, value: 5n },
      {
        kind: "erc20",
        hash: tokens,
        logIndex: 0,
        place: 0,
        token: usdc,
        from: `0x${"0".repeat(40)}`,
        to: OURS,
        value: 7n,
      },
    ]);
    expect(tip).to.deep.equal(known.at(-1));
    expect(tip.number).to.equal(Number(await chain.wallet.getBlockNumber({ cacheTime: 0 })));
    expect(joined[2]?.timestamp).to.equal(Number((await chain.wallet.getBlock()).timestamp));
  });

  it("finds no coins in a transaction that failed", async () => {
    await payCoins(5n, usdc); // the token takes no coins
    await payCoins(6n);
    await mine();
    const news = await look({ isWatched: async () => new Set([OURS, usdc]) });
    expect(arrivals(news)).to.have.length(1);
    expect(arrivals(news)[0]).to.include({ value: 6n, to: OURS });
  });

  it("finds collectibles of both standards and gives wanted events raw", async () => {
    const parties = [payer.address, payer.address, OURS] as const;
    const codes = [
      emit([TRANSFER, payer.address, OURS, word(42n)]),
      emit([SINGLE, ...parties], [3n, 9n]),
      emit([BATCH, ...parties], [64n, 128n, 1n, 5n, 1n, 6n]),
      emit([TRANSFER, payer.address, OURS, word(43n)], [1n]), // no standard has it
    ];
    for (const data of codes) await chain.wallet.sendTransaction({ data, gas: GAS });
    await payTokens(1n, account("e"));
    await mine();
    const news = await look({ events: { addresses: [usdc], topics: [TRANSFER] } });
    const found = arrivals(news).map((one) =>
      one.kind === "nft" ? [one.standard, one.logIndex, one.tokenId, one.amount] : [],
    );
    expect(found).to.deep.equal([
      ["erc721", 0, 42n, 1n],
      ["erc1155", 1, 3n, 9n],
      ["erc1155", 2, 5n, 6n],
    ]);
    expect(news.joined[0]?.events.map(({ address, data }) => [address, data])).to.deep.equal([
      [usdc, word(1n)],
    ]);
  });

  it("asks for the listed tokens alone on busy chains", async () => {
    await chain.wallet.sendTransaction({ data: emit([TRANSFER, payer.address, OURS, word(44n)]), gas: GAS });
    await payTokens(2n);
    await mine();
    expect(arrivals(await look({ onlyTokens: true })).map(({ kind }) => kind)).to.deep.equal(["erc20"]);
  });

  it("undoes what a reorganisation replaced and finds it where it is now", async () => {
    await mine();
    await look();
    const snapshot = await chain.test.snapshot();
    const before = known;
    await payCoins(9n);
    await mine(2);
    const first = await look();
    expect(arrivals(first)).to.have.length(1);

    await chain.test.revert({ id: snapshot });
    expect(await ask().catch((error: unknown) => String(error))).to.match(
      /chain ends at block \d+, but we have seen/,
    );
    await chain.test.increaseTime({ seconds: 60 }); // the new blocks must not be the old ones again
    await mine();
    await payCoins(9n);
    await mine();
    const { undone, joined } = await look();
    expect(undone).to.deep.equal(evmHeadersAfter([], first).toReversed());
    expect(joined.map(({ transfers }) => transfers.length)).to.deep.equal([0, 1]);
    expect(known.slice(0, before.length)).to.deep.equal(before);
    expect(await look()).to.deep.include({ undone: [], joined: [] });
  });
});
