import { expect } from "chai";
import { choosePaymentMethod } from "../../../src/gateway/usecases/pricing/choosePaymentMethod.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { createInvoice } from "../../model/commands.ts";
import { createWorld } from "../../model/world.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

/**
 * The addresses that payers of a shop are shown: of one invoice, for its renewed price, and of a later invoice, of the same store or
 * of a copy, when nobody uses the first any more. `isUsedAgain` says whether the service had handed out the last one before.
 */
async function shownBy(strictAddresses: boolean, laterStore?: string) {
  const world = await createWorld({
    seed: 1,
    persistence: createMemoryPersistence(),
    settings: { strictAddresses },
  });
  await world.tick();
  const invoice = await createInvoice(world, 2_500, {}, 60);
  await world.tick(10 * MINUTE_MS);
  const { facts } = await choosePaymentMethod(world.process().gateway, invoice.id, "BTC-CHAIN");
  for (const days of [1, 101]) await world.tick(days * DAY_MS); // longer than the quarantine
  world.chain.mine();
  await world.tick();
  const handedOut = JSON.stringify(world.journal);
  const merchant = { ...world.merchant, id: laterStore ?? world.merchant.id };
  if (laterStore !== undefined) await world.persistence.stores.create(merchant);
  const later =
    (await createInvoice({ ...world, merchant }, 2_500)).facts.offers.at(-1)?.depositAddress ?? "none";
  expect(world.defects).to.deep.equal([]);
  const shown = [...facts.offers.map(({ depositAddress }) => depositAddress), later];
  return { shown, isUsedAgain: handedOut.includes(later) };
}

describe("deposit addresses", () => {
  it("are used again, for a renewed price and for a later invoice", async () => {
    const { shown, isUsedAgain } = await shownBy(false);
    expect(shown[1]).to.equal(shown[0]);
    expect(isUsedAgain).to.equal(true);
  });

  it("an address of one store is not used again by another store with the same settlement and refund address", async () => {
    const { shown, isUsedAgain } = await shownBy(false, "copy");
    expect(shown[2])
      .to.match(/^bcrt1/)
      .and.not.to.equal(shown[0]);
    expect(isUsedAgain).to.equal(false);
  });

  /** The address of a renewed price, after the service's rate has changed to so many thousandths. */
  async function renewedAt(
    rate: bigint,
  ): Promise<Readonly<{ first: string; renewed: string; isPaid: boolean }>> {
    const world = await createWorld({ seed: 1, persistence: createMemoryPersistence() });
    await world.tick();
    const { id } = await createInvoice(world, 2_500, {}, 60);
    world.service.setRate(rate);
    await world.tick(10 * MINUTE_MS);
    const { facts } = await choosePaymentMethod(world.process().gateway, id, "BTC-CHAIN");
    const [first, last] = [facts.offers[0], facts.offers.at(-1)];
    world.chain.pay([{ script: world.scriptOf(last?.depositAddress ?? ""), value: last?.input ?? 0n }]);
    world.chain.mine();
    await world.tick();
    world.service.look();
    for (const request of world.service.open())
      for (let step = 0; step < 2; step++) world.service.step(request);
    for (let moment = 0; moment < 4; moment++) await world.tick();
    const invoice = await world.persistence.invoices.load(id);
    return {
      ...{ first: first?.depositAddress ?? "", renewed: last?.depositAddress ?? "" },
      isPaid: invoice?.state === "Settled",
    };
  }

  it("a new address is asked for once the price has moved away from the rate of the old one", async () => {
    const fallen = await renewedAt(950n);
    expect(fallen.renewed).not.to.equal(fallen.first);
    expect(fallen.isPaid, "what was asked settles").to.equal(true);
    const risen = await renewedAt(1_050n);
    expect(risen.renewed).not.to.equal(risen.first);
    expect(risen.isPaid, "what was asked settles").to.equal(true);
  });

  /** Whether one of the next invoices, after the quarantine, gets the address that the first one was paid at. */
  async function isLentAgain(reusesPaidAddresses: boolean): Promise<boolean> {
    const world = await createWorld({ seed: 1, persistence: createMemoryPersistence(), reusesPaidAddresses });
    await world.tick();
    const { facts } = await createInvoice(world, 2_500);
    const [offer] = facts.offers;
    world.chain.pay([{ script: world.scriptOf(offer?.depositAddress ?? ""), value: offer?.input ?? 0n }]);
    world.chain.mine();
    await world.tick();
    world.service.look();
    for (const request of world.service.open())
      for (let step = 0; step < 2; step++) world.service.step(request);
    for (let moment = 0; moment < 4; moment++) await world.tick();
    for (const days of [1, 101]) await world.tick(days * DAY_MS); // longer than the quarantine
    for (let look = 0; look < 4; look++) {
      world.chain.mine();
      await world.tick(10 * MINUTE_MS);
    }
    const shown: (string | undefined)[] = [];
    for (let made = 0; made < 6; made++)
      shown.push((await createInvoice(world, 2_500)).facts.offers.at(-1)?.depositAddress);
    return shown.includes(offer?.depositAddress);
  }

  it("that were paid are not lent to another invoice, unless the operator wants that", async () => {
    expect(await isLentAgain(false)).to.equal(false);
    expect(await isLentAgain(true)).to.equal(true);
  });

  it("of a shop that wants them strict are one order each, and none is used again [money:strict-addresses]", async () => {
    const { shown, isUsedAgain } = await shownBy(true);
    expect(shown).to.have.length(3);
    expect(new Set(shown).size, shown.join(" ")).to.equal(3);
    expect(isUsedAgain).to.equal(false);
  });
});
