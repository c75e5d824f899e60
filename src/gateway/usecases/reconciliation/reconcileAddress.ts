import { currencyId } from "../../domain/books/ledger.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { sum } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import type { FormerLease } from "../../ports/reconcilePort.ts";
import { explainUnattributed } from "./explanation.ts";
import type { Run } from "./reconcileRun.ts";
import { expectedFill } from "../crediting/depositFills.ts";

/**
 * Reports what came to an address, and what the service did with it, without a booking. Returns the
 * service's requests of the address: its whole list, or without a list the one that the lease came with.
 */
export async function reconcileAddress(
  run: Run,
  invoice: Invoice,
  lease: FormerLease,
): Promise<readonly RequestNews[]> {
  const { outside } = run;
  const { address, chainId } = lease;
  run.count("addresses");
  const isOnBitcoin = chainId === BITCOIN_CHAIN_ID;
  const sums = isOnBitcoin
    ? await run.ask("explorer", () => outside.explorer.addressSums(address))
    : undefined;
  const isPaid = invoice.facts.deposits.some((deposit) => deposit.address === address);
  const news = isPaid || sums?.answer.funded !== 0n ? await requestsAt(run, lease) : [];
  let told = 0n;
  for (const one of news) told += await reconcileRequest(run, invoice, lease, one);
  if (outside.service.listKind() === "none") await awaitStrangers(run, invoice, lease);
  if (sums) await compareSums(run, invoice, lease, { funded: sums.answer.funded, told });
  return news;
}

/** The service's requests of an address; empty where it could not be asked. */
export async function requestsAt(
  { ask, outside: { service } }: Run,
  { address, requestId }: FormerLease,
): Promise<readonly RequestNews[]> {
  const list = await ask(
    "service",
    async () => (await service.requestsOf(address, "all", requestId)) ?? [await service.status(requestId)],
  );
  return list?.answer ?? [];
}

/**
 * Reports a request whose deposit no invoice was credited with. Returns the amount of that deposit by the
 * service's report.
 */
async function reconcileRequest(
  run: Run,
  invoice: Invoice,
  lease: FormerLease,
  news: RequestNews,
): Promise<bigint> {
  const meaning = statusMeaning(news.word);
  if (meaning !== "success" && meaning !== "refund") return 0n;
  if (await isCredited(run, invoice, lease, news)) return 0n;
  const { chainId, currency } = news.origin ?? { chainId: lease.chainId, currency: undefined };
  const strangers = await run.outside.persistence.reconciliation.unattributedAt(
    chainId,
    news.depositTxid === undefined ? { address: lease.address } : { txid: news.depositTxid },
  );
  const explanations = await Promise.all(strangers.map((one) => explainUnattributed(run.outside, one)));
  const { settlement } = invoice.terms;
  const out = meaning === "success" ? settlement.chainId : chainId;
  for (const hash of news.outHashes) run.named.set(`${out}:${hash.toLowerCase()}`, {});
  run.tell(
    { subject: `request ${news.requestId}`, storeId: invoice.storeId, invoiceId: undefined },
    {
      kind: meaning === "success" ? "missing fill" : "unexplained refund",
      currency:
        meaning === "success"
          ? currencyId(settlement.chainId, settlement.currency)
          : currency && currencyId(chainId, currency),
      world: meaning === "success" ? news.output : undefined,
      reason: `The service says "${news.word}" of a payment to ${lease.address} that no invoice was credited with.`,
      explained: explanations.find((one) => one !== undefined),
    },
  );
  return strangers.length > 0 ? 0n : (news.input ?? 0n); // strangers are known, and counted with what is known
}

/**
 * A service without lists also converts unattributed deposits, and names neither request nor transaction
 * for them.
 */
async function awaitStrangers(
  { outside, awaited }: Run,
  invoice: Invoice,
  { chainId, address }: FormerLease,
): Promise<void> {
  for (const stranger of await outside.persistence.reconciliation.unattributedAt(chainId, { address })) {
    const explained = await explainUnattributed(outside, stranger);
    const expected = expectedFill(invoice, stranger);
    if (explained === undefined || !expected || stranger.lastInvoiceId !== invoice.id) continue;
    awaited.push({
      ...expected,
      storeId: stranger.storeId,
      explained: `About so much should come of ${stranger.chainId}:${stranger.outpoint}. ${explained}`,
    });
  }
}

async function isCredited(
  { outside: { persistence } }: Run,
  { facts }: Invoice,
  { chainId }: FormerLease,
  { requestId, depositTxid, origin }: RequestNews,
): Promise<boolean> {
  const known = [...facts.settlements, ...facts.refunds, ...facts.requests];
  if (known.some((one) => one.requestId === requestId && one.outpoint !== undefined)) return true;
  if (depositTxid === undefined) return false;
  if (facts.deposits.some(({ outpoint }) => txOf(outpoint) === depositTxid)) return true;
  return (await persistence.reconciliation.creditedBy(origin?.chainId ?? chainId, depositTxid)).length > 0;
}

/**
 * Compares the total that blocks have ever paid to a Bitcoin address with everything that is known to have
 * arrived there. An address that several invoices leased is compared with the last of them in time. `told`
 * was reported before.
 */
async function compareSums(
  run: Run,
  invoice: Invoice,
  lease: FormerLease,
  { funded, told }: Readonly<{ funded: bigint; told: bigint }>,
): Promise<void> {
  const { outside, span } = run;
  const { chainId, address } = lease;
  const leases = await outside.persistence.reconciliation.leasesAt(chainId, address);
  const inTime = leases.filter(({ fromAt }) => fromAt < span.to);
  if (inTime.at(-1)?.invoiceId !== invoice.id) return;
  const known = await knownAt(run, lease, new Set(leases.map(({ invoiceId }) => invoiceId)));
  if (funded <= known + told) return;
  run.tell(
    { subject: `address ${address}`, storeId: invoice.storeId, invoiceId: invoice.id },
    {
      kind: "extra transfer",
      currency: currencyId(chainId, BTC_CURRENCY),
      books: known + told,
      world: funded,
      reason: "Blocks have paid more to this deposit address than is known to have come there.",
    },
  );
}

async function knownAt(
  { outside: { persistence } }: Run,
  { chainId, address }: FormerLease,
  invoiceIds: ReadonlySet<string>,
): Promise<bigint> {
  const strangers = await persistence.reconciliation.unattributedAt(chainId, { address });
  const seen = strangers.filter(({ state }) => state !== "undone"); // whatever a person has decided about them
  const known = new Map(seen.map(({ outpoint, value }) => [outpoint, value]));
  for (const id of invoiceIds) {
    const deposits = (await persistence.invoices.load(id))?.facts.deposits ?? [];
    for (const { outpoint, value, ...deposit } of deposits)
      if (deposit.address === address && deposit.presence !== "gone") known.set(outpoint, value);
  }
  return sum([...known.values()]);
}
