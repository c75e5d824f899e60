import { expect } from "chai";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/values/time.ts";
import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import { createInvoice, paymentOf } from "./commands.ts";
import { settle } from "./settle.ts";
import { truthOf } from "./truth.ts";
import { createWorld, type World } from "./world.ts";

const CENTS = 2_500;

describe("what went wrong elsewhere", () => {
  let world: World;
  let invoice: Invoice;
  const now = async (one = invoice) => (await world.persistence.invoices.load(one.id)) as Invoice; // a lost one fails every test
  /** The types of the webhooks that the shop has taken of an invoice, in their order. */
  const told = (one = invoice) =>
    world.receiver.taken.filter(({ event }) => event.invoiceId === one.id).map(({ event }) => event.type);
  const moments = async (count: number, ms?: number) => {
    for (let moment = 0; moment < count; moment++) await world.tick(ms);
  };
  /** The service converts everything that it has. */
  const convert = async () => {
    world.service.look();
    for (const request of world.service.open())
      for (let step = 0; step < 2; step++) world.service.step(request);
    await moments(4);
  };

  beforeEach(async () => {
    world = await createWorld({ seed: 1, persistence: createMemoryPersistence() });
    await world.tick();
    invoice = await createInvoice(world, CENTS);
  });

  afterEach(async () => {
    const truth = truthOf(world);
    expect(await truth.faults()).to.deep.equal([]);
    await settle(world);
    expect(await truth.finalFaults()).to.deep.equal([]);
  });

  it("a payment that is replaced by one that pays nobody does not stay paid", async () => {
    const payment = world.chain.pay(paymentOf(world, invoice));
    await moments(2);
    expect((await now()).state).to.equal("Processing");
    world.chain.pay([], payment);
    await moments(8);
    expect(await now()).to.include({ state: "New", additional: "None" });
    expect(told()).to.include.members(["CrosstillPaymentDropped", "CrosstillReopened"]);
    world.chain.mine();
    await moments(2, 15 * MINUTE_MS);
    expect(await now()).to.include({ state: "Expired", additional: "None" });
    expect(told()).to.not.include("InvoiceSettled");
  });

  it("a second payment completes, and is announced", async () => {
    world.chain.pay(paymentOf(world, invoice, "half"));
    world.chain.mine();
    await moments(2);
    expect(await now()).to.include({ state: "New", additional: "PaidPartial" });
    world.watched.add(invoice.id);
    await moments(2); // the page shows the rest
    world.chain.pay(paymentOf(world, await now()));
    world.chain.mine();
    await moments(2);
    expect((await now()).state).to.equal("Processing");
    await convert();
    expect(await now()).to.include({ state: "Settled", additional: "None" });
    const ofPayments = told().filter((type) => /^InvoiceReceivedPayment$|^InvoicePaymentSettled$/.test(type));
    expect(ofPayments).to.have.members([
      ...["InvoiceReceivedPayment", "InvoiceReceivedPayment"],
      ...["InvoicePaymentSettled", "InvoicePaymentSettled"],
    ]);
    expect(told().filter((type) => type === "InvoiceSettled")).to.have.length(1);
  });

  it("a payment that has settled is announced as settled once, however long anybody looks", async () => {
    world.chain.pay(paymentOf(world, invoice));
    world.chain.mine();
    await moments(2);
    await convert();
    const before = told();
    expect(before.filter((type) => type === "InvoicePaymentSettled")).to.have.length(1);
    const { version } = await now();
    for (let block = 0; block < 30; block++) {
      world.chain.mine();
      await world.tick(10 * MINUTE_MS);
    }
    world.restart();
    await moments(10, HOUR_MS);
    expect(told()).to.deep.equal(before);
    expect((await now()).version, "nothing is written either").to.equal(version);
  });

  it("a payment to one invoice that is replaced by a payment to another is announced for the other alone", async () => {
    const other = await createInvoice(world, CENTS);
    const payment = world.chain.pay(paymentOf(world, invoice));
    await moments(2);
    const replaced = world.chain.pay(paymentOf(world, other), payment);
    await moments(8);
    world.chain.mine();
    await moments(2);
    await convert();
    expect((await now(other)).state).to.equal("Settled");
    expect((await now()).state).to.equal("New");
    const names = (one: Invoice) =>
      world.receiver.taken
        .filter(({ event }) => event.invoiceId === one.id)
        .flatMap(({ event }) => event.payment?.id ?? []);
    expect(new Set(names(invoice))).to.deep.equal(new Set([`${payment.txid}-0`]));
    expect(new Set(names(other))).to.deep.equal(new Set([`${replaced.txid}-0`]));
    expect(told()).to.not.include("InvoicePaymentSettled");
  });

  it("nothing is announced twice, whoever speaks first and however often", async () => {
    world.service.setMood("words");
    world.chain.pay(paymentOf(world, invoice));
    await moments(2);
    world.chain.mine();
    for (let turn = 0; turn < 6; turn++) {
      await convert();
      world.restart();
      await moments(3);
    }
    world.service.setMood("well");
    await moments(3);
    expect((await now()).state).to.equal("Settled");
    const ids = world.receiver.taken.map(({ id }) => id);
    expect(new Set(ids).size, "every delivery is taken once").to.equal(ids.length);
    expect(told()).to.deep.equal([
      "InvoiceCreated",
      ...["InvoiceReceivedPayment", "InvoiceProcessing"],
      ...["CrosstillPaymentConfirmed", "InvoicePaymentSettled", "InvoiceSettled"],
    ]);
  });
});
