import fc, { type AsyncCommand } from "fast-check";
import { choosePaymentMethod } from "../../src/gateway/usecases/pricing/choosePaymentMethod.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import { issueInvoice } from "../../src/gateway/usecases/invoices/issueInvoice.ts";
import { ConflictError } from "../../src/database/driver.ts";
import { HttpFailure } from "../../src/http-client/http.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { PolicySettings } from "../../src/gateway/domain/invoices/policy.ts";
import { PayoutRefusal } from "../../src/gateway/domain/payouts/pullPayment.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";
import type { Tx } from "./bitcoinChain.ts";
import { Crash } from "./life.ts";
import { LIES, makeLie, type Lie } from "./lies.ts";
import type { ReceiverMood } from "./receiver.ts";
import type { Mood } from "./service.ts";
import { payoutsOf, payPayout, refund, takeBackPayout } from "./treasury.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** What is known of a history without asking the gateway: how many invoices there should be. */
export type Known = { invoices: number };
export type Real = Readonly<{ world: World; truth: Truth }>;
export type Step = AsyncCommand<Known, Real>;

type Act = (world: World, known: Known) => Promise<void> | void;

/**
 * A command: it happens, then a moment passes (unless `jobs` is false: then nobody notices yet), and everything that must
 * hold is checked. It can be repeated: what it picks it finds by a number in whatever there is.
 */
function command(name: string, act: Act, { jobs = true, needs = 0 } = {}): Step {
  return {
    check: ({ invoices }) => invoices >= needs,
    async run(known, { world, truth }) {
      await act(world, known);
      if (jobs) await world.tick((1 + (known.invoices % 3) * 4) * SECOND_MS);
      const faults = await truth.faults();
      if (faults.length > 0) throw new Error(`After ${name}: ${faults.join("; ")}`);
    },
    toString: () => (jobs ? name : `${name} unnoticed`),
  };
}

/** What people ask of the gateway may be refused, or not be answered because the process ends. */
async function asked<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isExpected = [GatewayError, ConflictError, HttpFailure, PayoutRefusal, Crash].some((kind) => error instanceof kind); // prettier-ignore
    if (isExpected) return undefined;
    throw error;
  }
}

const CHECKOUT = { redirectUrl: undefined, redirectAutomatically: false, methods: [], defaultMethod: undefined }; // prettier-ignore

/** An invoice of so many cents. */
export function createInvoice(
  world: World,
  cents: number,
  policy: PolicySettings = {},
  minutes = 15,
): Promise<Invoice> {
  const { gateway } = world.process();
  return issueInvoice(gateway, world.merchant, {
    ...{ amount: BigInt(cents), currency: "USD", decimals: 2, metadata: { orderId: `${cents}` }, policy },
    ...{ expirationMinutes: minutes, monitoringMinutes: undefined, checkout: CHECKOUT },
  });
}

async function nth(world: World, index: number): Promise<Invoice | undefined> {
  const invoices = await world.invoices();
  return invoices[index % Math.max(1, invoices.length)];
}

const unconfirmed = (world: World, index: number): Tx | undefined => {
  const mempool = world.chain.view().mempool.filter(({ isRefund }) => !isRefund);
  return mempool[index % Math.max(1, mempool.length)];
};

const PARTS = { whole: 1_000n, half: 500n, double: 2_000n, bit: 20n, more: 1_010n, hundredth: 10n, third: 300n, most: 970n, nearly: 999n } as const; // prettier-ignore
type Part = keyof typeof PARTS;

/** The output that pays a part of what an invoice's page shows now. */
export function paymentOf(world: World, invoice: Invoice, part: Part = "whole") {
  const offer = invoice.facts.offers.at(-1);
  if (!offer) return [];
  return [{ script: world.scriptOf(offer.depositAddress), value: (offer.input * PARTS[part]) / 1_000n }];
}

const some = fc.nat(30);
const jobs = fc.boolean().map((isIdle) => ({ jobs: !isIdle }));
const CENTS = fc.constantFrom(1_000, 2_500, 2_500, 9_999);
const POLICIES: readonly PolicySettings[] = [{}, {}, { preset: "top-up" }, { underpaid: "hold" }, { toleranceBps: 500, overpaid: "hold" }]; // prettier-ignore

const create = fc.tuple(CENTS, fc.nat(POLICIES.length - 1), fc.constantFrom(15, 15, 60)).map(([cents, policy, minutes]) =>
  command(`create(${cents}, policy ${policy}, ${minutes} min)`, async (world, known) => {
    if (await asked(createInvoice(world, cents, POLICIES[policy], minutes))) known.invoices += 1;
  }),
); // prettier-ignore

const choose = some.map((index) =>
  command(`choose(${index})`, async (world) => {
    const invoice = await nth(world, index);
    if (invoice) await asked(choosePaymentMethod(world.process().gateway, invoice.id, "BTC-CHAIN"));
  }, { needs: 1 }),
); // prettier-ignore

const watch = some.map((index) =>
  command(`watch(${index})`, async (world) => {
    const invoice = await nth(world, index);
    if (invoice) world.watched.add(invoice.id);
  }, { needs: 1 }),
); // prettier-ignore

const part = fc.constantFrom<Part>("whole", "whole", "whole", "half", "double", "bit", "more");

const pay = fc.tuple(some, part, jobs).map(([index, share, how]) =>
  command(`pay(${index}, ${share})`, async (world) => {
    const invoice = await nth(world, index);
    const outputs = invoice ? paymentOf(world, invoice, share) : [];
    if (outputs.length > 0) world.chain.pay(outputs);
  }, { ...how, needs: 1 }),
); // prettier-ignore

/** A part and at once the rest, before anybody has noticed the first. */
const payParts = fc.tuple(some, fc.constantFrom<Part>("hundredth", "third", "half", "most", "nearly"), jobs).map(([index, share, how]) =>
  command(`payParts(${index}, ${share})`, async (world) => {
    const invoice = await nth(world, index);
    const [first] = invoice ? paymentOf(world, invoice, share) : [];
    const [whole] = invoice ? paymentOf(world, invoice) : [];
    if (!first || !whole) return;
    world.chain.pay([first]);
    world.chain.pay([{ ...whole, value: whole.value - first.value }]);
  }, { ...how, needs: 1 }),
); // prettier-ignore

/** To an invoice that something was paid to already, or to several in one transaction. */
const payAgain = fc.tuple(some, part, fc.integer({ min: 1, max: 3 })).map(([index, share, count]) =>
  command(`payAgain(${index}, ${share}, ${count})`, async (world) => {
    const paid = (await world.invoices()).filter(({ facts }) => facts.deposits.length > 0);
    const from = index % Math.max(1, paid.length);
    const outputs = paid.slice(from, from + count).flatMap((invoice) => paymentOf(world, invoice, share));
    if (outputs.length > 0) world.chain.pay(outputs);
  }, { needs: 1 }),
); // prettier-ignore

const replace = fc.tuple(some, some, fc.constantFrom("nobody", "same", "other"), jobs).map(([index, other, kind, how]) =>
  command(`replace(${index}, ${kind})`, async (world) => {
    const tx = unconfirmed(world, index);
    if (!tx) return;
    const invoice = kind === "other" ? await nth(world, other) : undefined;
    const outputs = kind === "same" ? tx.outputs : invoice ? paymentOf(world, invoice) : [];
    world.chain.pay(outputs.slice(0, 1), tx);
  }, { ...how, needs: 1 }),
); // prettier-ignore

const drop = fc.tuple(some, jobs).map(([index, how]) =>
  command(`drop(${index})`, (world) => {
    const tx = unconfirmed(world, index);
    if (tx) world.chain.drop(tx.txid);
  }, how),
); // prettier-ignore

const confirm = fc.tuple(fc.constantFrom(1, 1, 2, 4), fc.boolean()).map(([blocks, isAll]) =>
  command(`confirm(${blocks}${isAll ? "" : ", some"})`, (world) => {
    for (let block = 0; block < blocks; block++) world.chain.mine(isAll ? undefined : () => world.chance.is(0.5));
  }),
); // prettier-ignore

const reorganise = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 0.5, 1), jobs).map(([depth, share, how]) =>
  command(`reorganise(${depth}, keeping ${share})`, (world) => {
    world.chain.reorganise(depth, () => world.chance.is(share));
  }, how),
); // prettier-ignore

const work = fc.tuple(some, fc.integer({ min: 1, max: 3 })).map(([index, steps]) =>
  command(`serviceWorks(${index}, ${steps})`, (world) => {
    world.service.look();
    const open = world.service.open();
    const request = open[index % Math.max(1, open.length)];
    for (let step = 0; request !== undefined && step < steps; step++) world.service.step(request);
  }, { needs: 1 }),
); // prettier-ignore

const WORDS = ["waiting", "pending", "submitted", "delayed", "failure", "unknown", "blorp"];
const say = fc.tuple(some, fc.constantFrom(...WORDS, "refuse")).map(([index, word]) =>
  command(`serviceSays(${index}, ${word})`, (world) => {
    const open = world.service.open();
    const request = open[index % Math.max(1, open.length)];
    if (request === undefined) return;
    if (word === "refuse") world.service.refuse(request);
    else world.service.say(request, word);
  }, { needs: 1 }),
); // prettier-ignore

const MOODS: readonly Mood[] = [
  "well",
  "well",
  "down",
  "slow",
  "words",
  "others",
  "madeUp",
  "usedFill",
  "unpaid",
];
const serviceMood = fc.constantFrom(...MOODS).map((mood) =>
  command(`service(${mood})`, (world) => world.service.setMood(mood)),
); // prettier-ignore

const rate = fc.tuple(fc.constantFrom(600n, 900n, 980n, 1_000n, 1_010n, 1_300n), jobs).map(([units, how]) =>
  command(`rate(${units})`, (world) => world.service.setRate(units), how),
); // prettier-ignore

const VARIANTS = ["RateThen", "CurrentRate", "OverpaidAmount", "Fiat"] as const;
const refunded = fc.tuple(some, fc.constantFrom(...VARIANTS), fc.boolean()).map(([index, variant, isPaid]) =>
  command(`refund(${index}, ${variant}${isPaid ? ", paid" : ""})`, async (world) => {
    const received = (await world.invoices()).filter(({ facts }) => facts.settlements.length > 0);
    const invoice = received[index % Math.max(1, received.length)];
    if (invoice) await asked(refund(world, invoice, variant));
    const [newest] = await payoutsOf(world);
    if (newest && isPaid) await asked(payPayout(world, newest, index % 2 === 0));
  }, { needs: 1 }),
); // prettier-ignore

/** What a merchant does with a refund that is claimed: he pays it, again where that came to nothing, or takes it back. */
const payouts = fc.tuple(fc.constantFrom(0, 0, 1, 2), fc.constantFrom("pay", "pay and close the page of", "take back")).map(([index, what]) =>
  command(`${what} payout(${index})`, async (world) => {
    const all = await payoutsOf(world);
    const payout = all[index % Math.max(1, all.length)];
    if (!payout) return;
    if (what === "take back") await asked(takeBackPayout(world, payout));
    else await asked(payPayout(world, payout, what !== "pay"));
  }, { needs: 1 }),
); // prettier-ignore

const receiverMood = fc.constantFrom<ReceiverMood>("well", "picky", "down").map((mood) =>
  command(`receiver(${mood})`, (world) => world.receiver.setMood(mood)),
); // prettier-ignore

const expire = some.map((index) =>
  command(`expire(${index})`, async (world) => {
    const invoice = await nth(world, index);
    const left = (invoice?.terms.expiresAt ?? 0) - world.clock();
    if (left > 0) world.clock.advance(left + SECOND_MS);
  }, { needs: 1 }),
); // prettier-ignore

const wait = fc.constantFrom(15 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, 90 * MINUTE_MS).map((ms) =>
  command(`wait(${ms / SECOND_MS} s)`, (world) => world.clock.advance(ms)),
); // prettier-ignore

/** The process ends at a call from now: while its jobs run, or, when nobody notices yet, whatever it does next. */
const crash = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean(), jobs).map(([calls, isAfter, how]) =>
  command(`crash(at call ${calls}${isAfter ? ", after it" : ""})`, (world) => {
    world.process().life.endAfter(calls, isAfter);
  }, how),
); // prettier-ignore

const restart = fc.constant(command("restart", (world) => world.restart()));

const trouble = fc.tuple(fc.nat(1), fc.constantFrom("down" as const, "busy" as const, undefined, undefined)).map(([which, kind]) =>
  command(`explorer(${which}, ${kind ?? "well"})`, (world) => {
    const explorer = world.explorers[which];
    if (explorer) explorer.trouble = kind;
  }),
); // prettier-ignore

const lie = fc.tuple(fc.nat(1), fc.constantFrom<Lie>(...LIES, "honest", "honest", "honest"), some).map(([which, kind, index]) =>
  command(`explorerLies(${which}, ${kind})`, async (world) => {
    const explorer = world.explorers[which];
    const invoice = await nth(world, index);
    if (explorer && invoice) makeLie(world, explorer, kind, paymentOf(world, invoice));
  }, { needs: 1 }),
); // prettier-ignore

/** Everything that can happen, the usual more often than the odd. */
const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 8, arbitrary: pay },
  { weight: 8, arbitrary: confirm },
  { weight: 9, arbitrary: work },
  ...[refunded, payouts].map((arbitrary) => ({ weight: 5, arbitrary })), // most come before anything was received, and do nothing
  ...[choose, payAgain, payParts, replace, crash, reorganise].map((arbitrary) => ({ weight: 3, arbitrary })),
  ...[drop, watch, say, expire, wait, trouble, lie, rate].map((arbitrary) => ({ weight: 2, arbitrary })),
  ...[serviceMood, receiverMood, restart].map((arbitrary) => ({ weight: 1, arbitrary })),
);

const NOTHING = command("nothing", () => {}, { jobs: false });

/** A history of exactly so many commands; a failing one shrinks by taking commands out of it. */
export function histories(commands: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.option(anything, { nil: NOTHING, freq: 1_000 });
  return fc.array(step, { minLength: commands, maxLength: commands });
}

/** An invoice that was paid and has settled, and then what can go wrong while money goes back. */
export function refundHistories(commands: number): fc.Arbitrary<readonly Step[]> {
  const paid = fc.tuple(create, choose, pay, confirm, work, confirm, work);
  const step = fc.oneof(
    { weight: 16, arbitrary: payouts },
    ...[refunded, work].map((arbitrary) => ({ weight: 6, arbitrary })),
    ...[crash, confirm, say].map((arbitrary) => ({ weight: 4, arbitrary })),
    ...[serviceMood, restart, rate, reorganise, wait, trouble].map((arbitrary) => ({ weight: 2, arbitrary })),
  );
  const rest = fc.array(step, { minLength: commands, maxLength: commands });
  return fc.tuple(paid, rest).map(([before, after]) => [...before, ...after]);
}
