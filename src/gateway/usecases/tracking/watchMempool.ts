import { checkBitcoinAddress, scriptOf } from "../../../bitcoin/codec/address.ts";
import { outpointsSpent, outputsPaying, type RawOutput } from "../../../bitcoin/codec/rawTransaction.ts";
import type { EsploraTx } from "../../../bitcoin/reader/esplora.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import { MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { eachItem, pages } from "../eachItem.ts";
import { NO_ADDRESS_PUSHES, type AddressPushes } from "./followAddresses.ts";
import { isDue, type LastPolls } from "./polls.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";
import type { Lease } from "../../ports/persistencePort.ts";

const WATCHED_EVERY_MS = 3 * SECOND_MS; // its page is open
const SOONEST_MS = 8 * SECOND_MS;
const SLOWEST_MS = 30 * SECOND_MS; // reached after a minute, because most payers pay at once; also while the explorer pushes news
const CERTAIN_MS = 3 * SECOND_MS;
const YOUNG_MS = 30 * MINUTE_MS;
const KEPT = 1 / 20; // of a minute's calls
const BITCOIN = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY };

/**
 * Polls for unconfirmed payments, address by address, where it matters: open pages, young invoices, and
 * payments that may have been replaced. Blocks find everything else. Within the budget of explorer calls:
 * open pages come first, the longest waiting before the others; closed pages get half of the calls, the
 * youngest first. An explorer that pushes news is polled less often.
 */
export async function watchMempool(
  gateway: CreditingContext,
  looks: LastPolls,
  pushes: AddressPushes = NO_ADDRESS_PUSHES,
): Promise<void> {
  const at = gateway.clock();
  const worthALook = await leasesWorthALook(gateway, at);
  const lastPoll = ({ lease }: WorthALook) => looks.get(lease.id) ?? 0;
  const covered = new Set(worthALook.filter((one) => pushes.covers(one.lease.id, lastPoll(one))));
  const due = worthALook.filter((one) =>
    isDue(at, looks.get(one.lease.id) ?? one.lease.fromAt, covered.has(one) ? SLOWEST_MS : one.every),
  );
  due.sort(
    (a, b) =>
      byRank(a, b) || (a.rank === "young" ? b.lease.fromAt - a.lease.fromAt : lastPoll(a) - lastPoll(b)),
  );
  const { explorer } = gateway.budgets;
  const open = worthALook.filter(({ rank }) => rank === "watched").length;
  const kept = Math.max(open, explorer.perMinute * KEPT); // for open pages
  const takeFor = (rank: WorthALook["rank"]) =>
    rank === "watched" ? explorer.take() : explorer.left() > kept && explorer.takeSpare();
  pushes.follow([...worthALook].sort(mostUrgentFirst).map(({ lease }) => lease));
  await eachItem(gateway, "mempool", due, async (one) => {
    if (!takeFor(one.rank)) return;
    looks.set(one.lease.id, at);
    const isNews = await pollMempool(gateway, one.lease);
    if (isNews && covered.has(one)) pushes.missed();
  });
  for (const [id, lookedAt] of looks) if (at - lookedAt > 2 * YOUNG_MS) looks.delete(id);
}

/** Every eight seconds at first, then more and more slowly, down to every half minute. */
function rhythmOf(ageMs: number): number {
  return Math.min(SLOWEST_MS, Math.max(SOONEST_MS, ageMs / 2));
}

/** One look at one address: payments that are new, and payments that have vanished. True when it found a new one. */
export async function pollMempool(gateway: CreditingContext, lease: Lease): Promise<boolean> {
  const { explorer, persistence, settings, clock } = gateway;
  const address = checkBitcoinAddress(settings.bitcoinNetwork, lease.address);
  if (!address) return false;
  let isNews = false;
  const script = scriptOf(settings.bitcoinNetwork, address);
  const unconfirmed = await explorer.mempoolOf(address);
  const tipHeight = gateway.heights.get(BITCOIN_CHAIN_ID);
  const holders = await persistence.leases.openAt(lease.chainId, [address]);
  const isOurs = holders.some(({ id }) => id === lease.id); // a page stays open longer than its lease
  for (const { txid, vout } of isOurs ? unconfirmed : []) {
    if (!vout.some(({ scriptpubkey }) => scriptpubkey === script)) continue;
    const { outputs, spends, isKnown } = await truePayment(gateway, lease, txid, script);
    isNews ||= outputs.length > 0 && !isKnown;
    const sentBy = clock() - gateway.sensors.clockLead(lease.fromAt);
    for (const { index, value } of outputs) {
      const outpoint = `${txid}:${index}`;
      const owner = await persistence.deposits.owner(BITCOIN_CHAIN_ID, outpoint);
      if (owner !== undefined && owner !== lease.invoiceId) continue; // credited once, to one invoice, for ever
      const place = { confirmations: 0, blockHash: undefined, tipHeight, spends };
      await advanceInvoice(
        gateway,
        lease.invoiceId,
        { kind: "output", at: clock(), sentBy, outpoint, ...BITCOIN, address, value, ...place },
        { observation: { source: "mempool", body: { outpoint, value } } },
      );
    }
  }
  await findDropped(gateway, lease, unconfirmed);
  return isNews;
}

type TruePayment = Readonly<{
  outputs: readonly RawOutput[];
  spends: readonly string[];
  isKnown: boolean; // the invoice has it already
}>;

const NOTHING: TruePayment = { outputs: [], spends: [], isKnown: false };

/**
 * The outputs of an unconfirmed transaction that pay a script, and what it spends, read from its raw form:
 * a list can claim anything, while a transaction that hashes to its txid cannot. Known ones are not fetched
 * again.
 */
async function truePayment(
  gateway: Pick<Gateway, "persistence" | "explorer" | "budgets">,
  lease: Lease,
  txid: string,
  script: string,
): Promise<TruePayment> {
  const invoice = await gateway.persistence.invoices.load(lease.invoiceId);
  const known = invoice?.facts.deposits.filter(({ outpoint }) => outpoint.startsWith(`${txid}:`)) ?? [];
  if (known.length > 0) {
    const outputs = known.map(({ outpoint, value }) => {
      return { index: Number(outpoint.slice(txid.length + 1)), value };
    });
    return { outputs, spends: known[0]?.spends ?? [], isKnown: true };
  }
  if (!gateway.budgets.explorer.take()) return NOTHING;
  const raw = await gateway.explorer.rawTx(txid);
  if (raw === undefined) return NOTHING;
  return { outputs: outputsPaying(raw, txid, script), spends: outpointsSpent(raw, txid), isKnown: false };
}

/**
 * A payment that the mempool no longer lists is in a block, or gone: replaced, or evicted. Its transaction
 * shows which. It counts as gone after two polls some seconds apart: one answer may come from a node that
 * has just started, and the payer would be asked to pay again.
 */
async function findDropped(
  gateway: CreditingContext,
  lease: Lease,
  unconfirmed: readonly EsploraTx[],
): Promise<void> {
  const listed = new Set(unconfirmed.map(({ txid }) => txid));
  const invoice = await gateway.persistence.invoices.load(lease.invoiceId);
  for (const { outpoint, presence, address } of invoice?.facts.deposits ?? []) {
    const [txid = ""] = outpoint.split(":");
    if (presence !== "mempool" || address !== lease.address) continue;
    if (listed.has(txid) || (await isKnown(gateway, txid))) {
      gateway.missing.delete(outpoint); // one in a block is known too: the follower will report it
      continue;
    }
    if (!isMissingFor(gateway, outpoint, CERTAIN_MS)) continue;
    gateway.missing.delete(outpoint);
    await advanceInvoice(
      gateway,
      lease.invoiceId,
      { kind: "gone", at: gateway.clock(), outpoint },
      { observation: { source: "mempool", body: { outpoint, gone: true } } },
    );
  }
}

async function isKnown(gateway: Pick<Gateway, "explorer" | "budgets">, txid: string): Promise<boolean> {
  if (!gateway.budgets.explorer.take()) return true; // could not find out
  return (await gateway.explorer.tx(txid)) !== undefined;
}

/** Notes that a payment is missing now; true when it has been for that long. */
function isMissingFor(
  { missing, clock }: Pick<Gateway, "clock" | "missing">,
  outpoint: string,
  ms: number,
): boolean {
  const since = missing.get(outpoint) ?? clock();
  missing.set(outpoint, since);
  return clock() - since >= ms;
}

/** Why an address is worth a look, the most urgent first. */
const RANKS = ["watched", "unconfirmed", "young"] as const;
type WorthALook = Readonly<{ lease: Lease; every: number; rank: (typeof RANKS)[number] }>;

/** Open pages first, then the youngest. */
function mostUrgentFirst(a: WorthALook, b: WorthALook): number {
  return byRank(a, b) || b.lease.fromAt - a.lease.fromAt;
}

function byRank(a: WorthALook, b: WorthALook): number {
  return RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank);
}

/**
 * Young invoices, those with a payment that may be replaced, and those with an open page; the last entry
 * takes precedence.
 */
async function leasesWorthALook(
  gateway: Pick<Gateway, "persistence" | "viewers">,
  at: number,
): Promise<readonly WorthALook[]> {
  const { persistence, viewers } = gateway;
  const found = new Map<string, WorthALook>();
  const keep = (leases: readonly Lease[], rank: WorthALook["rank"], everyOf: (lease: Lease) => number) => {
    for (const lease of leases) {
      if (lease.chainId === BITCOIN_CHAIN_ID) found.set(lease.id, { lease, rank, every: everyOf(lease) });
    }
  };
  const oldest = timeOrderedId(Math.max(0, at - YOUNG_MS), () => new Uint8Array(), 0); // ids sort by time
  for await (const page of pages((after, limit) => persistence.leases.open(after || oldest, limit))) {
    keep(page, "young", ({ fromAt }) => rhythmOf(at - fromAt));
  }
  for await (const page of pages(persistence.invoices.moving)) {
    for (const { id, facts } of page) {
      if (facts.deposits.some(({ presence }) => presence === "mempool"))
        keep(await persistence.leases.of(id), "unconfirmed", () => SLOWEST_MS);
    }
  }
  for (const invoiceId of viewers.watched())
    keep(await persistence.leases.of(invoiceId), "watched", () => WATCHED_EVERY_MS);
  return [...found.values()];
}
