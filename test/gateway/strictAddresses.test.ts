import { expect } from "chai";
import { choosePaymentMethod } from "../../src/gateway/choosePaymentMethod.ts";
import { DAY_MS, MINUTE_MS } from "../../src/time.ts";
import { createInvoice } from "../model/commands.ts";
import { createWorld } from "../model/world.ts";
import { createMemoryStore } from "../support/memoryStore.ts";

/**
 * The addresses that payers of a shop are shown: of one invoice, for its renewed price, and of a later invoice when nobody uses
 * the first any more. `isUsedAgain` says whether the service had handed out the last one before.
 */
async function shownBy(strictAddresses: boolean) {
  const world = await createWorld({ seed: 1, store: createMemoryStore(), settings: { strictAddresses } });
  await world.tick();
  const invoice = await createInvoice(world, 2_500, {}, 60);
  await world.tick(10 * MINUTE_MS);
  const { facts } = await choosePaymentMethod(world.process().gateway, invoice.id, "BTC-CHAIN");
  for (const days of [1, 101]) await world.tick(days * DAY_MS); // longer than the quarantine
  world.chain.mine();
  await world.tick();
  const handedOut = JSON.stringify(world.journal);
  const later = (await createInvoice(world, 2_500)).facts.offers.at(-1)?.depositAddress ?? "none";
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

  it("of a shop that wants them strict are one order each, and none is used again [money:strict-addresses]", async () => {
    const { shown, isUsedAgain } = await shownBy(true);
    expect(shown).to.have.length(3);
    expect(new Set(shown).size, shown.join(" ")).to.equal(3);
    expect(isUsedAgain).to.equal(false);
  });
});
