import { expect } from "chai";
import { MINUTE_MS } from "../../src/values/time.ts";
import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import { createInvoice, paymentOf } from "./commands.ts";
import { makeLie, type Lie } from "./lies.ts";
import { settle } from "./settle.ts";
import { truthOf } from "./truth.ts";
import { createWorld, type World } from "./world.ts";

export type LyingSize = Readonly<{ runs: number; seed: number; explorers: number; lies: readonly Lie[] }>;

/**
 * So many worlds in which one explorer lies about payments, another lie every few minutes, while the chain goes on and an
 * honest payer pays. Whoever was not paid has nothing in the books, and the lie leaves nothing behind when it ends.
 */
export async function runLies({ runs, seed, explorers, lies }: LyingSize): Promise<void> {
  for (let run = 0; run < runs; run++) {
    try {
      await oneLiar(seed + run, explorers, lies);
    } catch (error) {
      throw new Error(`Seed ${seed + run}, ${explorers} explorer(s): ${String(error)}`, { cause: error });
    }
  }
}

async function oneLiar(seed: number, explorers: number, lies: readonly Lie[]): Promise<void> {
  const world = await createWorld({ seed, persistence: createMemoryPersistence(), explorers });
  const truth = truthOf(world);
  await world.tick();
  const unpaid = [await createInvoice(world, 2_500), await createInvoice(world, 1_000)];
  const paid = await createInvoice(world, 2_500);
  const liar = world.chance.pick(world.explorers);
  const amounts = unpaid.flatMap((invoice) => paymentOf(world, invoice));
  const check = async (when: string) => {
    expect(await truth.faults(), when).to.deep.equal([]);
    for (const { id } of unpaid) await expectUnpaid(world, id, when);
  };
  for (let turn = 0; turn < 4; turn++) {
    const lie = lies[(seed + turn) % lies.length];
    if (liar && lie) makeLie(world, liar, lie, amounts);
    if (turn === 1) world.chain.pay(paymentOf(world, paid));
    for (let moment = 0; moment < 4; moment++) {
      if (world.chance.is(0.5)) world.chain.mine();
      await world.tick(MINUTE_MS / 2);
      await check(`while it says ${lie}`);
    }
    if (liar && world.chance.is(0.5)) makeLie(world, liar, "honest");
  }
  await settle(world);
  expect(await truth.finalFaults(), "at the end").to.deep.equal([]);
  for (const { id } of unpaid) await expectUnpaid(world, id, "at the end");
  expect((await world.persistence.invoices.load(paid.id))?.state, "who paid").to.equal("Settled");
}

async function expectUnpaid({ persistence }: World, id: string, when: string): Promise<void> {
  const invoice = await persistence.invoices.load(id);
  expect(await persistence.books.entriesOf(id), `books ${when}`).to.deep.equal([]);
  expect(invoice?.state, when).to.not.equal("Settled");
  expect(
    invoice?.facts.deposits.filter(({ confirmations }) => confirmations > 0),
    when,
  ).to.deep.equal([]);
}
