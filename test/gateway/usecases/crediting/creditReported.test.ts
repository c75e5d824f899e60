import { expect } from "chai";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import type { Arrival } from "../../../../src/evm/reader/evmRpc.ts";
import { expireInvoices } from "../../../../src/gateway/usecases/invoices/expireInvoices.ts";
import { pollRequestsOf } from "../../../../src/gateway/usecases/tracking/pollRequest.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { RequestNews } from "../../../../src/gateway/ports/servicePort.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import { NO_FACTS, type Invoice, type Terms } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { coinOf } from "../../../../src/gateway/domain/invoices/depositCoin.ts";
import { presentDeposit } from "../../../../src/gateway/usecases/invoices/presentAmounts.ts";
import { exceptionsOf } from "../../../../src/gateway/domain/invoices/exceptions.ts";
import { policyFor } from "../../../../src/gateway/domain/invoices/policy.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { anInvoice, anOffer, DUE, EXPIRES, IN_TIME, ISSUED } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";

const UNSEEN = 42161; // nobody here can ask this chain
const READ = 10; // a node of this one answers
const DEPOSIT_ADDRESS = "0xd00000000000000000000000000000000000000d";
const USDC = "0x3333333333333333333333333333333333333333";
const USDT = "0x4444444444444444444444444444444444444444";
const TX = `0x${"ab".repeat(32)}`;
const PRICE = 25_100_000n; // in the payer's USDC

type Told = Partial<RequestNews>;

/** One invoice to be paid in USDC on a chain, and a service that says what a test says. */
async function worldOf(chainId = UNSEEN, terms: Partial<Terms> = {}) {
  const clock = testClock(IN_TIME);
  const persistence = createMemoryPersistence();
  const sensors = createSensors([READ]);
  const offer = anOffer({
    ...{ methodId: "USDC-FAR", chainId, currency: USDC, decimals: 6, symbol: "USDC" },
    ...{ depositAddress: DEPOSIT_ADDRESS, input: PRICE, refundTo: DEPOSIT_ADDRESS.replace("d0", "e0") },
  });
  const lease = (invoiceId: string, address: string): Lease => {
    const of = { id: `lease-${invoiceId}`, chainId, methodId: offer.methodId, fromAt: ISSUED };
    return { ...of, invoiceId, address, requestId: `request-${invoiceId}` };
  };
  const add = async (id: string, address: string) => {
    const facts = {
      ...NO_FACTS,
      offers: [{ ...offer, depositAddress: address, requestId: `request-${id}` }],
    };
    const addresses = [{ chainId, address, requestId: `request-${id}`, route: "route", spare: false }];
    const written = { at: ISSUED, events: [], deliveries: [], addresses, lease: lease(id, address) };
    await persistence.invoices.issue({ ...anInvoice(terms), id, facts }, written);
  };
  await add("invoice-1", DEPOSIT_ADDRESS);
  let told: readonly Told[] = [];
  const listed: unknown[] = []; // the service's chains
  let isDown = false;
  const arrivals: Arrival[] = [];
  const read: string[] = [];
  const newsOf = (news: Told): RequestNews => ({
    ...{ requestId: "request-invoice-1", word: "pending", parent: undefined, depositTxid: TX, input: PRICE },
    ...{ output: undefined, outHashes: [], raw: {}, ...news },
  });
  const gateway = {
    ...{
      clock,
      persistence,
      sensors,
      log: silentLog,
      awaiting: new Map(),
      random: (length: number) => new Uint8Array(length),
    },
    budgets: { service: callBudget(6_000, clock), explorer: callBudget(6_000, clock) },
    viewers: { announce: () => {} },
    arrivals: new Map([[READ, async (_: string, currency: string) => (read.push(currency), arrivals)]]),
    service: {
      listKind: () => "v2",
      chains: async () => listed,
      async requestsOf() {
        if (isDown) throw new Error("The service does not answer.");
        return told.map(newsOf);
      },
      status: async (requestId: string) =>
        newsOf({ requestId, word: "waiting", depositTxid: undefined, input: undefined }),
    },
  } as unknown as Gateway; // prettier-ignore -- the rest of the gateway is not touched here
  const invoice = async (id = "invoice-1"): Promise<Invoice> => (await persistence.invoices.load(id))!;
  return {
    ...{ add, arrivals, clock, gateway, invoice, listed, read, sensors },
    serviceDown: (down: boolean) => (isDown = down),
    says: (...news: readonly Told[]) => (told = news),
    afterExpiry: (ms: number) => clock.advance(EXPIRES + ms - clock()),
    async look(id = "invoice-1") {
      await pollRequestsOf(gateway, await invoice(id));
      const { state, facts } = await invoice(id);
      return { state, deposits: facts.deposits, settlements: facts.settlements };
    },
    async expire() {
      sensors.saw(BITCOIN_CHAIN_ID, clock());
      await expireInvoices(gateway);
      return (await invoice()).state;
    },
  };
}

describe("a deposit on a chain of which only the service can tell", () => {
  it("takes the symbol and the decimals of a deposit's coin from the service's list when the invoice asked for another coin", async () => {
    const world = await worldOf();
    world.listed.push({ id: UNSEEN, solverCurrencies: [{ address: USDT, symbol: "USDT", decimals: 6 }] });
    world.says({ origin: { chainId: UNSEEN, currency: USDT } });
    await world.look();
    const invoice = await world.invoice();
    const [deposit] = invoice.facts.deposits;
    expect(coinOf(deposit!, invoice)).to.deep.equal({ symbol: "USDT", decimals: 6 });
    expect(presentDeposit(invoice, deposit!)).to.include({ symbol: "USDT", amount: "25.1" });
  });

  it("is credited once by its word, however often that comes", async () => {
    const world = await worldOf();
    world.says({});
    for (let look = 0; look < 3; look++) await world.look();
    const { state, deposits } = await world.look();
    expect(state).to.equal("Processing");
    expect(deposits).to.have.length(1);
    expect(deposits[0]).to.include({ chainId: UNSEEN, currency: USDC, value: PRICE, credit: DUE, confirmations: 1 });
    expect((await world.invoice()).version, "one change for the deposit, one for the request").to.equal(3);
  }); // prettier-ignore

  it("is seen while the service waits for blocks, and confirmed when it goes on", async () => {
    const world = await worldOf();
    world.says({ word: "waiting" });
    const [waiting] = (await world.look()).deposits;
    expect(waiting).to.include({ presence: "mempool", confirmations: 0 });
    world.says({ word: "pending" });
    const { deposits } = await world.look();
    expect(deposits).to.have.length(1);
    expect(deposits[0]).to.include({ presence: "block", confirmations: 1 });
  });

  it("does not wait for blocks that nobody will count, where the policy asks for several", async () => {
    const policy = policyFor({ confirmations: [{ from: 0n, need: 3 }] }, DUE, "hash");
    const world = await worldOf(UNSEEN, { policy });
    world.says({ word: "success", output: 25_050_000n, outHashes: [`0x${"cd".repeat(32)}`] });
    expect((await world.look()).state).to.equal("Settled");
  });

  it("needs a transaction and an amount: a word alone credits nothing", async () => {
    const world = await worldOf();
    for (const news of [{ depositTxid: undefined }, { input: undefined }, { input: 0n }]) {
      world.says(news);
      expect((await world.look()).deposits).to.deep.equal([]);
    }
  });

  it("keeps apart two that one transaction brought to one address", async () => {
    const world = await worldOf();
    const part = PRICE / 3n;
    world.says({ input: part }, { requestId: "child", parent: "request-invoice-1", input: PRICE - part });
    const { state, deposits } = await world.look();
    expect(deposits.map(({ value }) => value)).to.deep.equal([part, PRICE - part]);
    expect(state).to.equal("Processing");
  });

  it("keeps apart what one transaction brought to two invoices", async () => {
    const world = await worldOf();
    await world.add("invoice-2", DEPOSIT_ADDRESS.replace("d00", "d01"));
    world.says({});
    expect((await world.look()).deposits).to.have.length(1);
    world.says({ requestId: "request-invoice-2", input: 7_000_000n });
    expect((await world.look("invoice-2")).deposits.map(({ value }) => value)).to.deep.equal([7_000_000n]);
    expect((await world.look()).deposits).to.have.length(1);
  });

  it("is told apart when it is another coin, or came on another chain that nobody can ask", async () => {
    for (const [origin, kind] of [
      [{ chainId: UNSEEN, currency: USDT }, "wrongAsset"],
      [{ chainId: 137, currency: USDC }, "wrongChain"],
    ] as const) {
      const world = await worldOf();
      world.says({ origin });
      const { deposits, state } = await world.look();
      expect(deposits[0]).to.include({ ...origin, credit: 0n });
      expect(state, "no price was promised for it").to.equal("New");
      expect(exceptionsOf(await world.invoice()).map((odd) => odd.kind)).to.deep.equal([kind]);
    }
  });

  it("counts as in time when the last look before expiry finds it, and as late when that look has found nothing", async () => {
    const punctual = await worldOf();
    punctual.afterExpiry(5_000);
    punctual.says({});
    expect(await punctual.expire()).to.equal("Processing");
    expect((await punctual.look()).deposits[0]?.late).to.equal(false);

    const tardy = await worldOf();
    tardy.afterExpiry(5_000);
    expect(await tardy.expire()).to.equal("Expired");
    tardy.says({});
    expect((await tardy.look()).deposits[0]?.late).to.equal(true);
  });

  it("keeps its invoice open while the service does not answer", async () => {
    const world = await worldOf();
    world.afterExpiry(30 * MINUTE_MS);
    world.sensors.saw("service", world.clock()); // about something else
    world.serviceDown(true);
    expect(await world.expire()).to.equal("New");
    world.serviceDown(false);
    expect(await world.expire()).to.equal("Expired");
  });
});

describe("a deposit that the service tells of on a chain that can be asked", () => {
  const arrival = { txHash: TX, part: "call:1", logIndex: -1, amount: PRICE, height: 7, at: IN_TIME };

  it("is credited when its transaction shows the payment, with what the chain says", async () => {
    const world = await worldOf(READ);
    world.says({ input: 1n }); // whatever the service says of the amount
    expect((await world.look()).deposits).to.deep.equal([]);
    world.arrivals.push(arrival);
    const { deposits } = await world.look();
    expect(deposits).to.have.length(1);
    expect(deposits[0]).to.include({ outpoint: `${TX}:call:1`, value: PRICE, late: false });
    const asked = world.read.length;
    await world.look();
    expect(world.read.length, "known, and not asked for again").to.equal(asked);
  });

  it("is not credited when the node cannot say how much came", async () => {
    const world = await worldOf(READ);
    world.arrivals.push({ ...arrival, part: "unseen", amount: undefined });
    world.says({});
    expect((await world.look()).deposits).to.deep.equal([]);
  });

  it("is looked for on the chain and in the coin in which it came, not in those that were asked for", async () => {
    const world = await worldOf(UNSEEN);
    world.arrivals.push({ ...arrival, part: "0:aa" });
    world.says({ origin: { chainId: READ, currency: USDT } });
    const { deposits } = await world.look();
    expect(world.read).to.deep.equal([USDT]);
    expect(deposits[0]).to.include({ outpoint: `${TX}:0:aa`, chainId: READ, mismatch: "chain" });
  });

  it("keeps its invoice open until that chain has been seen, whatever the service has answered", async () => {
    const world = await worldOf(READ);
    world.afterExpiry(5_000);
    world.sensors.saw("service", world.clock());
    expect(await world.expire()).to.equal("New");
    world.sensors.saw(READ, world.clock());
    expect(await world.expire()).to.equal("Expired");
  });
});
