import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Block } from "bitcoinjs-lib";
import { expect } from "chai";
import type { BitcoinNetwork } from "../../src/bitcoin/codec/address.ts";
import { bitcoinRules } from "../../src/bitcoin/reader/bitcoinRules.ts";
import type { ChainNews } from "../../src/bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../src/http-client/http.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { createBitcoinChain } from "../../src/network/chains/bitcoin.ts";
import { fork, mineChain } from "../bitcoin/reader/fakeExplorer.ts";
import { serve } from "../support/localServer.ts";

const GENESIS = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";

/** An explorer of regtest that answers what a test says to everything else, and counts. */
async function explorer(answer: (path: string) => string | undefined) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const body = request.url === "/block-height/0" ? GENESIS : answer(request.url ?? "");
    if (body === undefined) return void response.writeHead(503).end("down");
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, close: () => (server.closeAllConnections(), server.close()) };
}

describe("Bitcoin through several explorers", () => {
  const open: { close(): unknown }[] = [];
  afterEach(() => open.splice(0).forEach((one) => one.close()));
  const chainOf = async (...answers: ((path: string) => string | undefined)[]) => {
    const explorers = await Promise.all(answers.map(explorer));
    open.push(...explorers);
    return {
      explorers,
      chain: createBitcoinChain({
        ...{ network: "regtest", explorerUrls: explorers.map(({ url }) => url), explorerQuorum: undefined },
        ...{ clock: () => 0, log: silentLog },
      }),
    };
  };

  it("the second explorer answers when the first is down", async () => {
    const { chain } = await chainOf(
      () => undefined,
      () => '{"3": 12.5}',
    );
    expect(await chain.feeRate()).to.equal(12_500n);
  });

  it("the second explorer is not asked while the first answers", async () => {
    const { chain, explorers } = await chainOf(
      () => '{"3": 2}',
      () => '{"3": 9}',
    );
    expect(await chain.feeRate()).to.equal(2_000n);
    expect(explorers[1]?.asked).to.deep.equal([]);
  });

  it("no answer from any of them is a failure, never a number", async () => {
    const { chain } = await chainOf(
      () => undefined,
      () => "<html>",
    );
    const failure = await chain.feeRate().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure);
  });

  it("fee rates: the nearest target of three blocks or more, never below 1 nor above 500 sat/vB", async () => {
    const rates: readonly (readonly [string, bigint])[] = [
      ['{"1": 50, "2": 40, "6": 10, "144": 1}', 10_000n],
      ['{"1": 50, "2": 40}', 40_000n],
      ["{}", 1_000n],
      ['{"3": 0.2}', 1_000n],
      ['{"3": 90000}', 500_000n],
    ];
    for (const [answer, expected] of rates) {
      const { chain } = await chainOf(() => answer);
      expect(await chain.feeRate(), answer).to.equal(expected);
    }
  });
});

describe("the network of an explorer", () => {
  const TESTNET3 = "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943";
  const TESTNET4 = "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043";
  const refusal = async (network: BitcoinNetwork, genesis: string): Promise<string | undefined> => {
    const server = await serve(
      ({ path }, response) => void response.end(path === "/block-height/0" ? genesis : '{"3": 2}'),
    );
    const chain = createBitcoinChain({
      ...{ network, explorerUrls: [server.url], explorerQuorum: undefined, clock: () => 0, log: silentLog },
    });
    const failure: unknown = await chain.feeRate().then(
      () => undefined,
      (error: unknown) => error,
    );
    await server.close();
    return failure instanceof Error ? failure.message.replace(/127[^ ]*/, "host") : undefined;
  };

  it("testnet4 takes explorers of testnet4, and no others", async () => {
    expect(await refusal("testnet4", TESTNET4)).to.equal(undefined);
    expect(await refusal("testnet4", TESTNET3)).to.contain(
      "the explorer at host is one of testnet, not of testnet4",
    );
    expect(await refusal("testnet4", GENESIS)).to.contain("is one of regtest, not of testnet4");
    expect(await refusal("mainnet", TESTNET4)).to.contain("is one of testnet4, not of mainnet");
  });

  it("testnet takes explorers of either testnet", async () => {
    for (const genesis of [TESTNET3, TESTNET4]) expect(await refusal("testnet", genesis)).to.equal(undefined);
  });
});

const CHAIN = mineChain(8);
const LIES = fork(CHAIN, 5, 6, "lies"); // longer, with real work, and a payment that is in no other chain

/** What an explorer that has these blocks answers, as Esplora words it. */
function shows(chain: readonly Block[]): (path: string) => string | Uint8Array | undefined {
  return (path) => {
    const [, what = "", name = "", part = ""] = path.split("/");
    if (path === "/blocks/tip/hash") return chain.at(-1)?.getId();
    if (path === "/blocks/tip/height") return String(chain.length - 1);
    if (what === "block-height") return chain[Number(name)]?.getId();
    const block = chain.find((one) => one.getId() === name);
    return part === "header" ? block?.toHex(true) : block?.toBuffer();
  };
}

describe("the blocks that the intent service fills deposits by", () => {
  const open: { close(): unknown }[] = [];
  afterEach(() => open.splice(0).forEach((one) => one.close()));

  async function follow(explorers: readonly (readonly Block[] | "silent")[], explorerQuorum?: number) {
    const servers = await Promise.all(
      explorers.map((chain) => serve(({ path }, response) => {
        const answer = chain === "silent" ? undefined : shows(chain)(path);
        response.writeHead(answer === undefined ? 503 : 200).end(answer);
      })),
    );
    open.push(...servers);
    const logged: string[] = [];
    const log = { ...silentLog, warn: (event: string) => void logged.push(event) };
    const chain = createBitcoinChain({
      ...{ network: "regtest", explorerUrls: servers.map(({ url }) => url), explorerQuorum, clock: () => 0, log },
      related: { rules: bitcoinRules("regtest"), genesis: CHAIN[0]!.getId() },
    });
    const known = CHAIN.slice(0, 4).map((block, height) => ({ height, hash: block.getId(), previous: CHAIN[height - 1]?.getId() ?? "" }));
    const seen = async () => {
      const news = await chain.news(known).catch((error: unknown) => error);
      return news instanceof HttpFailure ? news.name : (news as ChainNews).joined.map(({ header }) => header.hash);
    };
    return { seen, logged, chain };
  }
  const truth = CHAIN.slice(4).map((block) => block.getId());

  it("are those that most explorers show: a liar's deposits are not there, and a silent one stops nothing", async () => {
    expect(await (await follow([LIES, CHAIN, CHAIN])).seen()).to.deep.equal(truth);
    expect(await (await follow(["silent", CHAIN, CHAIN])).seen()).to.deep.equal(truth);
    expect(await (await follow([CHAIN])).seen()).to.deep.equal(truth);
  });

  it("are none while as many lie as tell the truth, and the log says so", async () => {
    const { seen, logged } = await follow([LIES, CHAIN]);
    expect(await seen()).to.equal("ChainUncertain");
    expect(logged).to.deep.equal(["chain.uncertain"]);
    expect(await (await follow(["silent", CHAIN])).seen()).to.equal("ChainUncertain");
  });

  it("need as many voices as the operator asks for", async () => {
    expect(await (await follow(["silent", CHAIN], 1)).seen()).to.deep.equal(truth);
    expect(await (await follow([LIES, CHAIN, CHAIN], 3)).seen()).to.equal("ChainUncertain");
  });

  it("do not have what only a liar shows: its transaction is in no block", async () => {
    const { chain, seen } = await follow([LIES, CHAIN, CHAIN]);
    await seen();
    const invented = LIES[6]!.transactions![1]!.getId();
    expect(await chain.blockOf(invented).catch((error: unknown) => error instanceof HttpFailure)).to.be.oneOf([undefined, true]);
  });
}); // prettier-ignore
