import { expect } from "chai";
import type { PolicySettings } from "../../src/gateway/domain/invoices/policy.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/values/time.ts";
import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import type { Tx } from "./bitcoinChain.ts";
import { seededChance, type Chance } from "./chance.ts";
import { createInvoice } from "./commands.ts";
import { settle } from "./settle.ts";
import { truthOf } from "./truth.ts";
import { createWorld, type World } from "./world.ts";

/** What a payer does with an invoice, in parts of the price that the page showed first; minutes count from the beginning. */
type Payment = Readonly<{ at: number; parts: readonly [times: bigint, of: bigint]; then?: "replace" | "drop" | "refuse" }>; // prettier-ignore
type Plan = Readonly<{ cents: number; policy: PolicySettings; payments: readonly Payment[] }>;

/** What happens outside the gateway, whoever watches. Blocks come every ten minutes and hold everything. */
type History = Readonly<{ plans: readonly Plan[]; reorganisations: ReadonlyMap<number, number> }>;

const EXPIRES = 45; // minutes
const END = 70;
const BLOCK_EVERY = 5;
/** No address is freed while payments still come: whether one comes before or after is a matter of when an end was noticed. */
const QUARANTINE_MS = 2 * HOUR_MS;

/**
 * Lives so many histories twice, once with and once without faults: explorers and the service out of reach, words out of order,
 * crashes, receivers that refuse. Both must end alike: the same states, the same money, the same things announced.
 */
export async function runConvergence({
  runs,
  seed,
}: Readonly<{ runs: number; seed: number }>): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const history = historyOf(seededChance(seed + run));
    const plain = await livedThrough(history, seed + run, false);
    const troubled = await livedThrough(history, seed + run, true);
    expect(troubled, `history of seed ${seed + run}, with faults and without`).to.deep.equal(plain);
  }
}

/**
 * Payments are in a block well before the price promise ends, or made after it, and refunds happen early enough to be noticed
 * before: what nobody could notice in time is another story, not the same one told late.
 */
function historyOf(chance: Chance): History {
  const early = () => 3 + chance.below(8);
  const later = () => 13 + chance.below(22);
  const late = () => 48 + chance.below(12);
  const WHOLE = [1n, 1n] as const;
  const HALF = [1n, 2n] as const;
  const stories: readonly (() => readonly Payment[])[] = [
    () => [{ at: early(), parts: WHOLE }],
    () => [{ at: early(), parts: WHOLE }],
    () => [{ at: early(), parts: HALF }, { at: later(), parts: HALF }],
    () => [{ at: early(), parts: HALF }],
    () => [{ at: later(), parts: [2n, 1n] }],
    () => [{ at: early(), parts: WHOLE }, { at: later(), parts: WHOLE }],
    () => [{ at: late(), parts: WHOLE }],
    () => [{ at: early(), parts: HALF }, { at: late(), parts: HALF }],
    () => [{ at: early(), parts: WHOLE, then: "replace" }],
    () => [{ at: early(), parts: WHOLE, then: "drop" }, { at: later(), parts: WHOLE }],
    () => [{ at: early(), parts: WHOLE, then: "refuse" }],
    () => [{ at: early(), parts: WHOLE, then: "refuse" }, { at: later(), parts: WHOLE }],
    () => [{ at: early(), parts: [1n, 600n] }],
    () => [],
  ]; // prettier-ignore
  const policies: readonly PolicySettings[] = [{}, {}, { preset: "top-up" }, { toleranceBps: 200, overpaid: "hold" }]; // prettier-ignore
  const plans = Array.from({ length: 2 + chance.below(4) }, (): Plan => {
    return {
      cents: chance.pick([1_000, 2_500, 2_500, 9_999]) ?? 1_000,
      policy: chance.pick(policies) ?? {},
      payments: chance.pick(stories)?.() ?? [],
    };
  });
  const reorganisations = Array.from({ length: chance.below(3) }, () => [8 + chance.below(50), 1 + chance.below(3)] as const); // prettier-ignore
  return { plans, reorganisations: new Map(reorganisations) };
}

async function livedThrough(
  { plans, reorganisations }: History,
  seed: number,
  isTroubled: boolean,
): Promise<unknown> {
  const world = await createWorld({
    seed,
    persistence: createMemoryPersistence(),
    mixes: isTroubled,
    quarantineMs: QUARANTINE_MS,
  });
  const truth = truthOf(world);
  await world.tick();
  const ids: string[] = [];
  for (const { cents, policy } of plans) ids.push((await createInvoice(world, cents, policy, EXPIRES)).id);
  const sent = new Map<Payment, Tx>();
  const trouble = isTroubled ? troubleIn(world) : undefined;
  for (let minute = 0; minute < END; minute++) {
    for (const [index, { payments }] of plans.entries())
      for (const payment of payments) await act(world, ids[index] ?? "", payment, minute, sent);
    if (minute % BLOCK_EVERY === 0) world.chain.mine();
    const depth = reorganisations.get(minute);
    if (depth !== undefined) world.chain.reorganise(depth, () => true);
    trouble?.minute(minute);
    if (isTroubled) await world.tick(MINUTE_MS);
    else if (minute % 2 === 1) await world.tick(2 * MINUTE_MS); // often enough where nothing goes wrong
    for (const request of world.service.open()) world.service.step(request);
  }
  await settle(world);
  expect(await truth.finalFaults(), `seed ${seed}`).to.deep.equal([]);
  return Promise.all(ids.map((id) => ending(world, id)));
}

/** What the payer, and everybody else, does about a payment in this minute. */
async function act(world: World, id: string, payment: Payment, minute: number, sent: Map<Payment, Tx>): Promise<void> {
  const [offer] = (await world.persistence.invoices.load(id))?.facts.offers ?? [];
  if (!offer) throw new Error(`Invoice ${id} was never priced.`);
  const [times, of] = payment.parts;
  const script = world.scriptOf(offer.depositAddress);
  const tx = sent.get(payment);
  if (minute === payment.at) sent.set(payment, world.chain.pay([{ script, value: (offer.input * times) / of }]));
  const isWaiting = tx !== undefined && world.chain.view().mempool.includes(tx);
  if (minute === payment.at + 1 && isWaiting && payment.then === "replace") world.chain.pay([], tx);
  if (minute === payment.at + 1 && isWaiting && payment.then === "drop") world.chain.drop(tx.txid);
  if (payment.then === "refuse" && tx) world.service.refuseDeposit(`${tx.txid}:0`);
} // prettier-ignore

/** Things go wrong now and then, each for some minutes. */
function troubleIn({ chance, explorers, service, receiver, process }: World) {
  const until = new Map<string, number>();
  const isDue = (what: string, minute: number): "begins" | "ends" | undefined => {
    const end = until.get(what);
    if (end === undefined && chance.is(0.1)) {
      until.set(what, minute + 1 + chance.below(5));
      return "begins";
    }
    if (end === undefined || minute < end) return undefined;
    until.delete(what);
    return "ends";
  };
  return {
    minute(minute: number): void {
      for (const [index, explorer] of explorers.entries()) {
        const change = isDue(`explorer ${index}`, minute);
        if (change) explorer.trouble = change === "ends" ? undefined : chance.pick(["down", "busy"]);
      }
      const serviceChange = isDue("service", minute);
      if (serviceChange) service.setMood(serviceChange === "ends" ? "well" : (chance.pick(["down", "slow", "words"]) ?? "down"));
      const receiverChange = isDue("receiver", minute);
      if (receiverChange) receiver.setMood(receiverChange === "ends" ? "well" : (chance.pick(["down", "picky"]) ?? "down"));
      if (chance.is(0.05)) process().life.endAfter(1 + chance.below(40), chance.is(0.5));
    },
  };
} // prettier-ignore

/** How an invoice has ended. Payments that vanished are left out, and so is what only says in which order things were noticed. */
async function ending({ persistence, commits }: World, id: string): Promise<unknown> {
  const invoice = await persistence.invoices.load(id);
  const { deposits = [], settlements = [], refunds = [] } = invoice?.facts ?? {};
  const there = deposits.filter(({ presence }) => presence !== "gone");
  const valueOf = (outpoint: string | undefined) =>
    there.find((one) => one.outpoint === outpoint)?.value.toString();
  const events = commits
    .of(id)
    .flatMap((commit) => commit.events)
    .filter(({ type, outpoint }) => LASTING.has(type) && (outpoint === undefined || valueOf(outpoint)))
    .map(({ type, outpoint }) => `${type} ${valueOf(outpoint) ?? ""}`.trim());
  return {
    ...{ state: invoice?.state, additional: invoice?.additional },
    // Not what a part was credited with: whether it was appraised depends on who was quicker, the rest's price or its settlement.
    credited: there.map(({ value, late }) => `${value}${late ? ", late" : ""}`).sort(),
    settled: settlements.map(({ outpoint, amount }) => `${valueOf(outpoint)} as ${amount}`).sort(),
    refunded: refunds.map(({ outpoint, amount }) => `${valueOf(outpoint)} as ${amount}`).sort(),
    announced: [...new Set(events)].sort(),
  };
}

/** The rest comes and goes with what was noticed when: an offer, a confirmation, a payment that was delayed or vanished. */
const LASTING: ReadonlySet<string> = new Set([
  ...["InvoiceCreated", "InvoiceReceivedPayment", "InvoicePaymentSettled", "CrosstillPaymentRefunded"],
  ...["InvoiceSettled", "InvoiceExpired", "InvoiceInvalid", "InvoicePaidAfterExpiration"],
]);
