import { expect } from "chai";
import { depositNews } from "../../../src/evm/reader/evmDeposits.ts";
import { createBalanceReader } from "../../../src/evm/reader/evmBalances.ts";
import { createBatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { arrivalsOf, onChain } from "../../../src/evm/reader/evmRpc.ts";
import { payersInside } from "../../../src/evm/reader/evmTraces.ts";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { HiddenReader } from "../../../src/gateway/ports/chainPort.ts";
import { createSensors } from "../../../src/gateway/usecases/tracking/sensors.ts";
import { watchEvmDeposits } from "../../../src/gateway/usecases/tracking/watchEvmDeposits.ts";
import {
  newHiddenMemory,
  watchHiddenCoins,
} from "../../../src/gateway/usecases/tracking/watchHiddenCoins.ts";
import { NO_FACTS } from "../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { anvilAtHand, CHAIN_ID, type AnvilAtHand } from "../../evm/reader/anvilAtHand.ts";
import { account } from "../../evm/reader/evmFakeNode.ts";
import { anOffer, ISSUED } from "../domain/invoices/given.ts";
import { ALONE, newInvoice } from "../persistence/storedThings.ts";
import { testClock } from "../../support/clock.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

type Transfer = [hash: string, currency: string, recipient: string];

/** What a node shows of the calls in its blocks. */
function insideOf({ url }: AnvilAtHand): HiddenReader {
  const rpc = createBatchRpc(url);
  return { balancesAt: createBalanceReader(rpc), payersInside: (...of) => payersInside(rpc, ...of) };
}

const LEASED = account("d");
const PRICE = 25_500_000n;

describe("deposits that the gateway watches on a real EVM node", function () {
  this.timeout(30_000);
  let chain: AnvilAtHand;
  before(async () => (chain = await anvilAtHand()));
  after(() => chain.stop());

  /** An invoice that is to be paid with an amount of one coin at one address of the chain, and the job that watches it. */
  async function shopPaidIn(currency: string, address = LEASED, inside: HiddenReader = insideOf(chain)) {
    const persistence = createMemoryPersistence();
    const clock = testClock(ISSUED);
    const origin = { chainId: CHAIN_ID, currency, depositAddress: address, methodId: "COIN", input: PRICE };
    const offer = anOffer(origin);
    const invoice = { ...newInvoice("one"), facts: { ...NO_FACTS, offers: [offer] } };
    const { requestId } = offer;
    await persistence.invoices.issue(invoice, {
      ...ALONE,
      addresses: [{ chainId: CHAIN_ID, address, requestId, route: "route", spare: false }],
      lease: {
        ...{ id: "lease", chainId: CHAIN_ID, address, invoiceId: "one", methodId: "COIN" },
        ...{ requestId, fromAt: ISSUED },
      },
    });
    const solverCurrencies = [chain.usdc, ZERO_ADDRESS].map((address) => ({ address }));
    const gateway = {
      ...{
        clock,
        persistence,
        log: silentLog,
        sensors: createSensors(),
        missing: new Map(),
        viewers: { announce: () => {} },
      },
      ...{
        settings: { watchedChains: [CHAIN_ID] },
        arrivals: new Map([[CHAIN_ID, (...of: Transfer) => arrivalsOf(chain.rpc, ...of)]]),
        hidden: new Map([[CHAIN_ID, inside]]),
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
    let memory = newHiddenMemory();
    return {
      look,
      load: async () => (await persistence.invoices.load("one"))!,
      lookInside: () => watchHiddenCoins(gateway, CHAIN_ID, memory),
      forget: () => (memory = newHiddenMemory()),
    };
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

  it("are credited for coins that contracts send, each by its transaction, once, and beside plain ones", async () => {
    const address = account("5");
    const shop = await shopPaidIn(ZERO_ADDRESS, address);
    const paid = async () =>
      (await shop.load()).facts.deposits.map(({ outpoint, value }) => [outpoint.slice(0, 66), value]);
    const first = await chain.coinsInside(address, PRICE);
    await chain.mine();
    const plain = await chain.coins(address, 7n);
    await chain.mine();
    const last = await chain.coinsInside(address, 5n);
    await chain.mine(3);
    await shop.look();
    await shop.lookInside();
    const all = [
      [plain, 7n],
      [last, 5n],
      [first, PRICE],
    ];
    expect(await paid()).to.deep.equal(all);
    expect((await shop.load()).state).to.equal("Processing");
    shop.forget();
    await chain.mine();
    await shop.look();
    await shop.lookInside();
    expect(await paid(), "nothing twice, after a restart too").to.deep.equal(all);
    await chain.coinsInside(address, 9n);
    await chain.mine();
    await shop.look();
    await shop.lookInside();
    expect((await paid()).at(-1)?.[1]).to.equal(9n);
  });

  it("are not credited for coins that contracts send where the node shows no calls, and lose them with their block", async () => {
    const address = account("6");
    const mute = { ...insideOf(chain), payersInside: async () => undefined };
    const shop = await shopPaidIn(ZERO_ADDRESS, address, mute);
    await chain.coinsInside(address, PRICE);
    await chain.mine();
    await shop.look();
    await shop.lookInside();
    expect((await shop.load()).facts.deposits).to.deep.equal([]);
    const seeing = await shopPaidIn(ZERO_ADDRESS, account("7"));
    await chain.coinsInside(account("7"), PRICE);
    await chain.mine();
    await seeing.look();
    await seeing.lookInside();
    expect((await seeing.load()).facts.deposits[0]).to.include({ presence: "block", confirmations: 1 });
    await chain.reorganise(1);
    await seeing.look();
    expect((await seeing.load()).facts.deposits[0]).to.include({ presence: "mempool", confirmations: 0 });
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
