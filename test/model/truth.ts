import { isDeepStrictEqual } from "node:util";
import { checkInvoice } from "../../src/gateway/domain/invariants/checkInvoice.ts";
import { isConcluded } from "../../src/gateway/domain/invoices/factChanges.ts";
import { depositStatusOf } from "../../src/gateway/domain/invoices/credit.ts";
import { markOf, type Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import { leastThatPays } from "../../src/gateway/domain/invoices/leastThatPays.ts";
import { sum } from "../../src/values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { plain } from "../gateway/persistence/storedThings.ts";
import { constantPart } from "../support/webhookWords.ts";
import { refundFaults, refundsAreOver } from "./treasury.ts";
import type { World } from "./world.ts";

/**
 * Compares what the gateway believes with what is true in its world. The invariants that need no more than the database are
 * the product's own (accounting/invariants); these here also know what the chains hold and what the service really did.
 */
export type Truth = Readonly<{
  /** Every sentence that is not as it should be, after what has happened since the last look. */
  faults(): Promise<readonly string[]>;
  /** The same once nothing is under way any more: then everything that arrived must be in the books. */
  finalFaults(): Promise<readonly string[]>;
}>;

/** A fault, when something is so. */
const when = (isSo: boolean, fault: () => string): readonly string[] => (isSo ? [fault()] : []);

export function truthOf(world: World): Truth {
  let checked = 0;
  const ownerOf = new Map<string, string>(); // deposits and settlements, by name
  const once = (what: string, name: string, invoiceId: string): readonly string[] => {
    const known = ownerOf.get(`${what} ${name}`) ?? invoiceId;
    ownerOf.set(`${what} ${name}`, known);
    return when(known !== invoiceId, () => `${what} ${name} is counted for ${known} and for ${invoiceId}`);
  };
  const ofInvoice = async (id: string): Promise<readonly string[]> => {
    const record = await world.commits.recordOf(id);
    const { invoice } = record;
    const { facts } = invoice;
    return [
      ...checkInvoice(record).map((one) => `${one.id} ${one.message}`),
      ...isAsKept(world, invoice),
      ...facts.deposits.flatMap(({ outpoint }) => once("output", outpoint, id)),
      ...facts.settlements.flatMap(({ proof }) => once("settlement", proof, id)),
      ...depositsAreReal(world, invoice),
      ...coinsCountOnce(invoice),
      ...settlementsAreReal(world, invoice),
      ...announcedOnce(world, id),
      ...offersWereJournaled(world, invoice),
    ].map((fault) => `invoice ${id}: ${fault}`);
  };
  const faults = async (): Promise<readonly string[]> => {
    const fresh = world.commits.all.slice(checked);
    checked = world.commits.all.length;
    const found: string[] = [
      ...world.defects,
      ...world.commits.misplaced,
      ...leasesAreExclusive(world),
      ...webhooksAreConstant(world),
      ...(await refundFaults(world)),
    ];
    for (const id of new Set(fresh.map(({ after }) => after.id))) found.push(...(await ofInvoice(id)));
    return found;
  };
  return {
    faults,
    async finalFaults() {
      checked = 0;
      return [
        ...(await faults()),
        ...(await nothingIsLost(world)),
        ...(await rollupsAreSums(world)),
        ...(await booksAreTrue(world)),
        ...(await refundsAreOver(world)),
        ...everythingIsAnnounced(world),
        ...announcedInOrder(world),
      ];
    },
  };
}

/** What was committed last is what is read. */
function isAsKept({ commits }: World, invoice: Invoice): readonly string[] {
  const last = commits.of(invoice.id).at(-1)?.after;
  return when(!isDeepStrictEqual(plain(last), plain(invoice)), () => "what is read is not what was kept");
}

/** A confirmed deposit is an output of a block that was mined, pays the invoice's address, and is no more than it says. */
function depositsAreReal({ chain, scriptOf, commits }: World, invoice: Invoice): readonly string[] {
  return invoice.facts.deposits.flatMap(({ outpoint, blockHash, confirmations, value, address, chainId }) => {
    if (confirmations === 0 || chainId !== BITCOIN_CHAIN_ID) return [];
    const [txid = "", vout] = outpoint.split(":");
    const tx = chain.everMined.get(blockHash ?? "")?.txs.find((one) => one.txid === txid);
    const output = tx?.outputs[Number(vout)];
    const isLeased = commits.leases.some(
      (lease) => lease.address === address && lease.invoiceId === invoice.id,
    );
    return [
      ...when(!output, () => `${outpoint} is confirmed, and no block has it`),
      ...when(output !== undefined && output.value !== value, () => `${outpoint} is of another value`),
      ...when(
        output !== undefined && output.script !== scriptOf(address),
        () => `${outpoint} pays elsewhere`,
      ),
      ...when(!isLeased, () => `${outpoint} was credited without a lease of ${address}`),
    ];
  });
}

/** A coin is spent once: of two payments that spend it, an invoice believes in one. */
function coinsCountOnce({ facts }: Invoice): readonly string[] {
  const open = facts.deposits.filter((one) => one.presence !== "gone" && !isConcluded(facts, one.outpoint));
  return open.flatMap(({ outpoint, spends }, index) =>
    open.slice(index + 1).flatMap((other) => {
      const isOther = other.outpoint.split(":")[0] !== outpoint.split(":")[0];
      const isShared = isOther && other.spends.some((coin) => spends.includes(coin));
      return when(isShared, () => `${outpoint} and ${other.outpoint} spend the same coin, and both count`);
    }),
  );
}

/** The merchant was really paid what is counted as settled, for that very deposit where the service can be followed exactly. */
function settlementsAreReal({ service, shape }: World, invoice: Invoice): readonly string[] {
  const { facts, state } = invoice;
  const settled = facts.settlements.filter(({ proven }) => proven);
  const isExact = shape.lists && shape.namesHashes && !service.hasLied();
  const faults = settled.flatMap(({ txHash, amount, outpoint }) => {
    const fill = service.done.find((one) => one.kind === "fill" && one.txHash === txHash);
    if (!fill) return [`${outpoint} counts as settled by ${txHash}, which the service never sent`];
    return [
      ...when(fill.amount !== amount, () => `${outpoint} settled ${amount}, and ${fill.amount} was sent`),
      ...when(isExact && !isAlike(invoice, fill.outpoint, outpoint), () => `${txHash} paid for ${fill.outpoint}, not ${outpoint}`),
    ];
  });
  const refunds = facts.refunds.flatMap(({ txHash, outpoint }) => {
    const refund = service.done.find((one) => one.kind === "refund" && one.txHash === txHash);
    return when(refund === undefined || (isExact && !isAlike(invoice, refund.outpoint, outpoint)), () => `${outpoint} counts as refunded by ${txHash}`);
  });
  if (state !== "Settled" || markOf(facts)) return [...faults, ...refunds];
  const received = sum(settled.map(({ amount }) => amount ?? 0n));
  const credited = sum(facts.deposits.filter((one) => depositStatusOf(facts, one) === "settled").map(({ credit }) => credit));
  return [
    ...faults,
    ...refunds,
    ...when(credited < leastThatPays(invoice), () => `Settled with ${credited} of ${leastThatPays(invoice)} credited`),
    ...when(received === 0n, () => "Settled without any money"),
  ];
} // prettier-ignore

/** The contract names the transaction of a deposit and not its output: equal outputs of one transaction to one invoice are alike. */
function isAlike({ facts }: Invoice, one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => facts.deposits.find(({ outpoint }) => outpoint === name));
  return (
    one === other || (a !== undefined && a.value === b?.value && one.split(":")[0] === other.split(":")[0])
  );
}

/** States are announced once each; payments settle once each. */
function announcedOnce({ commits }: World, id: string): readonly string[] {
  const told = commits.of(id).flatMap(({ events }) => events);
  const final = ["InvoiceCreated", "InvoiceSettled", "InvoiceExpired", "InvoiceInvalid", "InvoicePaidAfterExpiration"]; // prettier-ignore
  const names = told.map(({ type, outpoint }) => `${type} ${outpoint ?? ""}`);
  const single = (name: string) =>
    name.startsWith("InvoicePaymentSettled ") || final.some((type) => name === `${type} `);
  const repeated = names.filter((name, index) => single(name) && names.indexOf(name) < index);
  return repeated.map((name) => `${name.trim()} was announced again`);
}

/** Before anybody sees an address, the journal has it. */
function offersWereJournaled({ journal }: World, { id, facts }: Invoice): readonly string[] {
  const known = new Set(
    journal.filter((entry) => entry["invoiceId"] === id).map((entry) => entry["depositAddress"]),
  );
  return facts.offers
    .filter(({ depositAddress }) => !known.has(depositAddress))
    .map(({ depositAddress }) => `${depositAddress} is not in the journal`);
}

/** Nobody was given an address that another invoice held. */
function leasesAreExclusive({ commits }: World): readonly string[] {
  return [...commits.holders].flatMap(([address, holders]) =>
    when(holders.size > 1, () => `${address} is leased to ${[...holders].join(" and ")}`),
  );
}

/** A delivery says the same at every attempt (but which one it is, and how things stand), and speaks of its own invoice only. */
function webhooksAreConstant({ receiver, commits }: World): readonly string[] {
  return receiver.fresh().flatMap(({ id, body, event }) => {
    const first = receiver.attempts.find((one) => one.id === id);
    const own = commits.leases.filter((lease) => lease.invoiceId === event.invoiceId);
    const isOwn = !event.payment || own.some(({ address }) => address === event.payment?.destination);
    return [
      ...when(
        !first || constantPart(first.body) !== constantPart(body),
        () => `delivery ${id} changed its words`,
      ),
      ...when(!isOwn, () => `delivery ${id} of ${event.invoiceId} speaks of another invoice's payment`),
    ];
  });
}

/** Every confirmed output at an address that was ever handed out is credited to an invoice, or kept as nobody's. */
async function nothingIsLost({ chain, commits, scriptOf, persistence }: World): Promise<readonly string[]> {
  const addresses = new Map(commits.leases.map(({ address }) => [scriptOf(address), address]));
  const invoices = new Map(commits.all.map(({ after }) => [after.id, after]));
  const deposits = new Map([...invoices.values()].flatMap((one) => one.facts.deposits.map((deposit) => [deposit.outpoint, { deposit, invoice: one }] as const))); // prettier-ignore
  const lost: string[] = [];
  for (const { txs } of chain.view().blocks)
    for (const { txid, outputs } of txs)
      for (const [vout, { script, value }] of outputs.entries()) {
        if (!addresses.has(script)) continue;
        const outpoint = `${txid}:${vout}`;
        const credited = deposits.get(outpoint);
        const isKept = credited?.deposit.value === value && credited.deposit.presence === "block";
        const stray = await persistence.unattributed.load(BITCOIN_CHAIN_ID, outpoint);
        if (!isKept && stray?.state !== "open")
          lost.push(`${outpoint} (${value} sats to ${addresses.get(script)}) is lost`);
        if (isKept && stray?.state === "open")
          lost.push(`${outpoint} is an invoice's and nobody's at the same time`);
      }
  return lost;
}

/** The totals of days are the sums of the entries, and every account's currency comes to nothing in all. */
async function rollupsAreSums({ persistence }: World): Promise<readonly string[]> {
  const entries = await persistence.books.ledgerPage("", 100_000);
  const totals = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => totals.set(key, (totals.get(key) ?? 0n) + amount);
  for (const { from, to, currency, amount } of entries) {
    add(`${from}|${currency}`, -amount);
    add(`${to}|${currency}`, amount);
  }
  for (const { account, currency, out, into } of await persistence.books.rollups("", 100_000))
    add(`${account}|${currency}`, out - into);
  return [...totals].flatMap(([key, rest]) => when(rest !== 0n, () => `the days of ${key} differ by ${rest} from its entries`)); // prettier-ignore
}

/** What the books took from payers has arrived and is there; what they say merchants got was sent to them. */
async function booksAreTrue({ persistence, commits }: World): Promise<readonly string[]> {
  const invoices = [...new Map(commits.all.map(({ after }) => [after.id, after])).values()];
  const strays = await persistence.unattributed.list("", 100_000);
  const arrived = invoices.flatMap(({ facts }) =>
    facts.deposits.filter((one) => one.presence === "block" || isConcluded(facts, one.outpoint)),
  );
  const settled = invoices.flatMap(({ facts }) => facts.settlements.filter(({ proven }) => proven));
  const entries = await persistence.books.ledgerPage("", 100_000);
  const balance = (account: string) =>
    sum(entries.map(({ from, to, amount }) => (to === account ? amount : 0n) - (from === account ? amount : 0n)));
  const taken = sum([...arrived, ...strays].map(({ value }) => value));
  const received = sum(settled.map(({ amount }) => amount ?? 0n));
  return [
    ...when(-balance("payer") !== taken, () => `the books took ${-balance("payer")} sats from payers, and ${taken} arrived`),
    ...when(balance("settled") !== received, () => `the books gave merchants ${balance("settled")}, and ${received} was sent`),
  ];
} // prettier-ignore

/** What was taken of an invoice, or of a payout, is never older than what was taken of it before. */
function announcedInOrder({ receiver }: World): readonly string[] {
  const last = new Map<string, number>();
  return receiver.taken.flatMap(({ event: { invoiceId, payoutId, type, crosstill } }) => {
    const subject = invoiceId ?? payoutId ?? "";
    const before = last.get(subject) ?? 0;
    last.set(subject, crosstill.sequence);
    return when(crosstill.sequence < before, () => `${subject} heard of ${type} after something newer`);
  });
}

/** Every event that the webhook wants was taken at least once, or its next attempt is still to come, or a later one took its place. */
function everythingIsAnnounced({ receiver, commits, clock }: World): readonly string[] {
  const taken = new Set(receiver.taken.map(({ id }) => id));
  const subjectOf = (eventId: string) => eventId.split("-")[0]; // "<invoice>-<version>-<ordinal>"
  const all = commits.deliveries();
  const takenSubjects = all.map(({ id, eventId }) => (taken.has(id) ? subjectOf(eventId) : undefined));
  return all.flatMap(({ id, eventId, state, dueAt }, index) => {
    const isToCome = state === "due" && dueAt > clock();
    const isReplaced = () => state === "exhausted" && takenSubjects.includes(subjectOf(eventId), index + 1);
    return when(!taken.has(id) && !isToCome && !isReplaced(), () => `${id} (${state}) never arrived: event ${eventId}`);
  });
} // prettier-ignore
