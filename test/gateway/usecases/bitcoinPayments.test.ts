import { expect } from "chai";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, unixSeconds } from "../../../src/values/time.ts";
import { makeTx, mineOn } from "../../model/bitcoinChain.ts";
import { createInvoice, paymentOf } from "../../model/commands.ts";
import { makeLie } from "../../model/lies.ts";
import { createWorld, type World } from "../../model/world.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

const CENTS = 2_500;

describe("payments to the addresses of invoices", () => {
  let world: World;
  let invoice: Invoice;
  const now = async () => (await world.persistence.invoices.load(invoice.id)) as Invoice; // a lost one fails every test
  const nobodys = () => world.persistence.unattributed.list("", 10);
  const moments = async (count: number) => {
    for (let moment = 0; moment < count; moment++) await world.tick();
  };
  /** All explorers show one more block with the whole payment, whose miner's clock is wrong by so much. */
  const showBlock = (wrongByMs: number) => {
    const { blocks } = world.chain.view();
    const tx = makeTx([`${"5a".repeat(32)}:0`], paymentOf(world, invoice), world.chance);
    const block = mineOn(blocks.at(-1), [tx], unixSeconds(world.clock() + wrongByMs), world.chance);
    const shown = { blocks: [...blocks, block], mempool: [] };
    for (const explorer of world.explorers) explorer.shows = () => shown;
    return `${tx.txid}:0`;
  };

  beforeEach(async () => {
    world = await createWorld({ seed: 1, persistence: createMemoryPersistence() });
    await world.tick();
    invoice = await createInvoice(world, CENTS);
    await world.tick();
  });

  afterEach(() => expect(world.defects).to.deep.equal([]));

  it("are the invoice's although the miner's clock is an hour behind [money:miner-clock]", async () => {
    showBlock(-HOUR_MS);
    await moments(2);
    expect((await now()).state).to.equal("Processing");
    expect(await nobodys()).to.deep.equal([]);
  });

  it("are not the invoice's when they are from before it had the address [money:former-payment]", async () => {
    const outpoint = showBlock(-3 * HOUR_MS);
    await moments(2);
    expect((await now()).facts.deposits).to.deep.equal([]);
    expect((await nobodys()).map((found) => found.outpoint)).to.deep.equal([outpoint]);
  });

  it("are kept as nobody's, and in the books, once no invoice has the address [money:unattributed]", async () => {
    await world.tick(HOUR_MS);
    await world.tick(101 * DAY_MS); // longer than the quarantine
    expect(
      await world.persistence.leases.open("", 10),
      "nobody has seen what came in that time",
    ).to.have.length(1);
    world.chain.mine();
    await world.tick();
    await world.tick(HOUR_MS);
    expect(await world.persistence.leases.open("", 10)).to.deep.equal([]);
    const { txid } = world.chain.pay(paymentOf(world, invoice));
    world.chain.mine();
    await moments(2);
    const { input, depositAddress } = (await now()).facts.offers[0] ?? expect.fail("It was priced.");
    const [found, ...more] = await nobodys();
    expect(found).to.include({ outpoint: `${txid}:0`, address: depositAddress, value: input });
    expect(more).to.deep.equal([]);
    const entries = await world.persistence.books.ledgerPage("", 10);
    expect(entries.map(({ to, amount }) => ({ to, amount }))).to.deep.equal([{ to: "unattributed", amount: input }]); // prettier-ignore
  });

  it("count once when one replaces another, from the first look on [money:replaced]", async () => {
    const half = world.chain.pay(paymentOf(world, invoice, "half"));
    await moments(2);
    const replacing = world.chain.pay(paymentOf(world, invoice, "half"), half);
    const isSeen = async () => {
      expect(await now()).to.include({ state: "New", additional: "PaidPartial" });
      return (await now()).facts.deposits.some(({ outpoint }) => outpoint === `${replacing.txid}:0`);
    };
    for (let moment = 0; moment < 10 && !(await isSeen()); moment++) await world.tick();
    expect(await isSeen()).to.equal(true);
  });

  it("do not stay confirmed by blocks that no longer hold them [bug:confirmations-without-hash]", async () => {
    const payment = world.chain.pay(paymentOf(world, invoice));
    world.chain.mine();
    await moments(2);
    expect((await now()).facts.deposits[0]).to.include({ confirmations: 1 });
    world.chain.reorganise(1, () => false); // blocks of the same heights, and one more, without the payment
    world.chain.drop(payment.txid);
    await moments(3);
    for (let block = 0; block < 3; block++) world.chain.mine();
    await world.tick(5 * MINUTE_MS);
    await moments(3);
    expect(await now()).to.include({ state: "New", additional: "None" });
    expect((await now()).facts.deposits[0]).to.include({ presence: "gone", confirmations: 0 });
  });

  it("are none that only one of two explorers shows, however many blocks confirm it [money:quorum]", async () => {
    for (const liar of world.explorers) {
      makeLie(world, liar, "fork", paymentOf(world, invoice));
      for (let look = 0; look < 3; look++) {
        await world.tick(20 * SECOND_MS);
        const { state, facts } = await now();
        expect(state).to.equal("New");
        expect(facts.deposits.filter(({ presence }) => presence === "block")).to.deep.equal([]);
      }
      makeLie(world, liar, "honest");
      await moments(2);
    }
    expect(world.process().gateway.heights.get(BITCOIN_CHAIN_ID)).to.equal(world.chain.view().blocks.length - 1);
  }); // prettier-ignore
});
