import { expect } from "chai";
import { depositNews } from "../../src/chain/evmDeposits.ts";
import { onChain } from "../../src/chain/evmRpc.ts";
import { ZERO_ADDRESS } from "../../src/evm/address.ts";
import type { Gateway } from "../../src/gateway/ports.ts";
import { createSensors } from "../../src/gateway/sensors.ts";
import { watchEvmDeposits } from "../../src/gateway/watchEvmDeposits.ts";
import { NO_FACTS } from "../../src/invoices/invoice.ts";
import { silentLog } from "../../src/log.ts";
import { anvilAtHand, CHAIN_ID, type AnvilAtHand } from "../chain/anvilAtHand.ts";
import { account } from "../chain/evmFakeNode.ts";
import { anOffer, ISSUED } from "../invoices/given.ts";
import { ALONE, newInvoice } from "../store/storedThings.ts";
import { testClock } from "../support/clock.ts";
import { createMemoryStore } from "../support/memoryStore.ts";

const LEASED = account("d");
const PRICE = 25_500_000n;

describe("deposits that the gateway watches on a real EVM node", function () {
  this.timeout(30_000);
  let chain: AnvilAtHand;
  before(async () => (chain = await anvilAtHand()));
  after(() => chain.stop());

  /** An invoice that is to be paid with an amount of one coin at one address of the chain, and the job that watches it. */
  async function shopPaidIn(currency: string) {
    const store = createMemoryStore();
    const clock = testClock(ISSUED);
    const origin = { chainId: CHAIN_ID, currency, depositAddress: LEASED, methodId: "COIN", input: PRICE };
    const offer = anOffer(origin);
    const invoice = { ...newInvoice("one"), facts: { ...NO_FACTS, offers: [offer] } };
    const { requestId } = offer;
    await store.issue(invoice, {
      ...ALONE,
      addresses: [{ chainId: CHAIN_ID, address: LEASED, requestId, route: "route", spare: false }],
      lease: {
        ...{ id: "lease", chainId: CHAIN_ID, address: LEASED, invoiceId: "one", methodId: "COIN" },
        ...{ requestId, fromAt: ISSUED },
      },
    });
    const solverCurrencies = [chain.usdc, ZERO_ADDRESS].map((address) => ({ address }));
    const gateway = {
      ...{
        clock,
        store,
        log: silentLog,
        sensors: createSensors(),
        missing: new Map(),
        viewers: { announce: () => {} },
      },
      ...{
        settings: { watchedChains: [CHAIN_ID] },
        service: { chains: async () => [{ id: CHAIN_ID, solverCurrencies }] },
      },
    } as unknown as Gateway; // the rest of the gateway is not touched here
    const rpc = onChain(chain.rpc, CHAIN_ID);
    const look = () =>
      watchEvmDeposits(gateway, {
        ...{ chainId: CHAIN_ID, need: 1 },
        read: (known, watch) => depositNews(rpc, known, watch),
      });
    await chain.mine(); // a block that holds nothing of an earlier test is where this one begins
    await look();
    return { look, load: async () => (await store.load("one"))! };
  }

  it("are credited for native coins and for tokens", async () => {
    for (const [currency, pay] of [
      [ZERO_ADDRESS, chain.coins],
      [chain.usdc, chain.tokens],
    ] as const) {
      const shop = await shopPaidIn(currency);
      await pay(LEASED, PRICE);
      await chain.mine();
      await shop.look();
      const { state, facts } = await shop.load();
      expect(facts.deposits.map(({ value, mismatch }) => [value, mismatch])).to.deep.equal([
        [PRICE, undefined],
      ]);
      expect(state).to.equal("Processing");
    }
  });

  it("follow their transaction from one block to another", async () => {
    const shop = await shopPaidIn(chain.usdc);
    await chain.mine();
    const raw = await chain.signedTokens(LEASED, PRICE);
    await chain.send(raw);
    await chain.mine();
    await shop.look();
    const [first] = (await shop.load()).facts.deposits;
    await chain.reorganise(1);
    await shop.look();
    expect((await shop.load()).facts.deposits[0]).to.include({ presence: "mempool", confirmations: 0 });
    await chain.logBefore(); // so that the number of its log is another one
    await chain.send(raw);
    await chain.mine();
    await shop.look();
    const [second, ...more] = (await shop.load()).facts.deposits;
    expect(more).to.deep.equal([]);
    expect(second).to.include({ outpoint: first?.outpoint, presence: "block", confirmations: 1 });
    expect(second?.blockHash).to.not.equal(first?.blockHash);
  });
});
