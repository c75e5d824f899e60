import { expect } from "chai";
import { toEventSelector } from "viem";
import { transferNews } from "../../../../src/evm/reader/watchTransfers.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { StoreSettings } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import { watchTransfers } from "../../../../src/gateway/usecases/tracking/watchTransfers.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { account, fakeNode, fork, nextBlock, topicOf, word, type FakeBlock, type FakeLog } from "../../../evm/reader/evmFakeNode.ts"; // prettier-ignore
import { marked } from "../../domain/invoices/given.ts";
import { ALONE, newInvoice } from "../../persistence/storedThings.ts";
import { testClock } from "../../../support/clock.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";

const CHAIN = 8453;
const USDC = account("1");
const SHOP = account("b");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const ANY = { least: 0n, most: 10n ** 30n };
const MINUTE = 60_000;

const payment = (tx: number, to = SHOP): FakeLog => ({
  ...{ address: USDC, topics: [TRANSFER, topicOf(account("a")), topicOf(to)], data: word(25n) },
  hash: word(BigInt(tx)),
});

/** A store that is paid in USDC, and the chain on which that is. */
async function watchedShop() {
  const persistence = createMemoryPersistence();
  const clock = testClock();
  const errors: (Record<string, unknown> | undefined)[] = [];
  const settlement = { chainId: CHAIN, currency: USDC, recipient: SHOP };
  const settings = { settlement, refunds: {} } as unknown as StoreSettings; // nothing else is read here
  await persistence.stores.create({ id: "store-1", name: "Shop", settings, createdAt: 0 });
  const gateway = {
    ...{ clock, persistence, viewers: { announce: () => {} } },
    log: { ...silentLog, error: (_: string, data?: Record<string, unknown>) => errors.push(data) },
  } as unknown as Gateway; // nothing else is touched
  const node = fakeNode([nextBlock(undefined)]);
  return {
    ...{ persistence, clock, errors, node },
    look: () => watchTransfers(gateway, CHAIN, (known, filter) => transferNews(node, known, filter)),
    mine(...logs: FakeLog[]) {
      const before = node.chain as FakeBlock[];
      node.chain = [...before, nextBlock(before.at(-1), [], logs)];
    },
    reorganise: (depth: number) =>
      (node.chain = fork(node.chain, node.chain.length - depth, depth + 1, `fork of ${node.chain.length}`)),
    free: () => persistence.transfers.free(`${CHAIN}:${USDC}:${SHOP}`, 0, ANY),
    async settleBy(proof: string) {
      const invoice = newInvoice("one");
      await persistence.invoices.issue(invoice, ALONE);
      const decision = decide(invoice, marked("Settled"));
      await persistence.invoices.save(invoice, decision, { ...ALONE, claim: { proof, outpoint: "aa:0" } });
    },
  };
}

describe("the transfers to a shop that the gateway remembers", () => {
  it("are named by chain, transaction, place and content, and one log to one place", async () => {
    const shop = await watchedShop();
    shop.mine(payment(9, account("c")), payment(1));
    await shop.look();
    const [transfer, ...more] = await shop.free();
    expect(more).to.deep.equal([]);
    expect(transfer?.key).to.match(new RegExp(`^${CHAIN}:${word(1n)}:0:[0-9a-f]{32}$`));
    expect(transfer).to.include({ position: 1, amount: 25n, height: 1 });
  });

  it("are the same, and used up still, when their transaction has moved to another block", async () => {
    const shop = await watchedShop();
    shop.mine();
    shop.mine(payment(1), payment(2));
    await shop.look();
    const [used, free] = await shop.free();
    await shop.settleBy(used!.key);
    shop.reorganise(1);
    shop.mine(payment(9, account("c")), payment(2), payment(1));
    await shop.look();
    expect((await shop.free()).map(({ key }) => key)).to.deep.equal([free!.key]);
    shop.clock.advance(20 * MINUTE);
    shop.mine();
    await shop.look();
    expect(shop.errors).to.deep.equal([]);
  });

  it("need a person when one that settled something stays out of the chain, who is told once", async () => {
    const shop = await watchedShop();
    shop.mine();
    shop.mine(payment(1), payment(2));
    await shop.look();
    const [used] = await shop.free();
    await shop.settleBy(used!.key);
    shop.reorganise(1);
    await shop.look();
    expect(await shop.free()).to.deep.equal([]);
    expect(shop.errors, "it may be in the next block").to.deep.equal([]);
    for (let waited = 0; waited < 3; waited++) {
      shop.clock.advance(11 * MINUTE);
      shop.mine();
      await shop.look();
    }
    expect(shop.errors).to.deep.equal([{ invoice: "one", chain: CHAIN, txHash: word(1n), proof: used!.key }]);
    const { anomalies } = (await shop.persistence.invoices.load("one"))!.facts;
    expect(anomalies.map(({ kind, detail }) => [kind, detail])).to.deep.equal([
      ["settlement_undone", used!.key],
    ]);
  });

  it("are told as returned when they come back days after a person was told, each time once", async () => {
    const shop = await watchedShop();
    shop.mine();
    shop.mine(payment(1));
    await shop.look();
    const [used] = await shop.free();
    await shop.settleBy(used!.key);
    const leave = async () => {
      shop.reorganise(1);
      await shop.look();
      shop.clock.advance(11 * MINUTE);
      shop.mine();
      await shop.look();
    };
    for (let time = 0; time < 2; time++) {
      await leave();
      shop.clock.advance(3 * 24 * 60 * MINUTE);
      shop.mine(payment(1));
      await shop.look();
    }
    const { anomalies } = (await shop.persistence.invoices.load("one"))!.facts;
    const key = used!.key;
    expect(anomalies.map(({ kind, detail }) => `${kind} ${detail}`)).to.deep.equal([
      `settlement_undone ${key}`,
      `settlement_returned ${key}`,
      `settlement_undone ${key} (2 times)`,
      `settlement_returned ${key} (2 times)`,
    ]);
  });

  it("go on from what an earlier version knew of the chain", async () => {
    const shop = await watchedShop();
    shop.mine(payment(1));
    const { number: height, hash } = shop.node.chain[1]!;
    await shop.persistence.checkpoints.write(`transfers:${CHAIN}`, [{ height, hash }], 0, 0);
    const key = `${CHAIN}:${word(1n)}:0`;
    const place = `${CHAIN}:${USDC}:${SHOP}`;
    const former = {
      key,
      chainId: CHAIN,
      place,
      txHash: word(1n),
      position: 0,
      amount: 25n,
      height,
      at: 0,
      seenAt: 0,
    };
    await shop.persistence.transfers.keep([former]);
    await shop.settleBy(key);
    shop.mine(payment(2));
    await shop.look();
    expect((await shop.free()).map(({ txHash }) => txHash)).to.deep.equal([word(2n)]);
  });
});
