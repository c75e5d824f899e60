import { currencyId } from "../../domain/books/ledger.ts";
import type { Difference } from "../../domain/reconciliation/difference.ts";
import type { TokenTransfer } from "../../../evm/reader/watchTransfers.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../values/time.ts";
import { explainedByBooking, explainUnattributed, type Explanation } from "./explanation.ts";
import { noteOthers } from "./noteOthers.ts";
import type { ChainPast } from "./reconciling.ts";
import type { Awaited, Run } from "./reconcileRun.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { findAddressOwner } from "../stores/addressOwner.ts";
import { settlementsBetween } from "../stores/settlements.ts";
import { settlementPlace } from "../crediting/transferPlaces.ts";
import { transfersBetween } from "../tracking/transfersBetween.ts";
import { formerProofOf, proofOf } from "../crediting/transferProofs.ts";

/** A transfer to a settlement of one or several stores that nothing has explained yet. */
type Left = Readonly<{ settlement: Settlement; transfer: TokenTransfer }>;

/**
 * Compares what arrived where the stores are paid with what is booked, at any time. Comes last: invoices
 * explain transfers by name. Transfers without an explanation may belong to another store; without the
 * service's answer this cannot be determined.
 */
export async function reconcileTransfers(run: Run, stores: readonly MerchantStore[]): Promise<void> {
  const settlements = stores.flatMap((store) => settlementsIn(run, store));
  const places = new Map(settlements.map((settlement) => [placeName(settlement), settlement]));
  const left: Left[] = [];
  for (const settlement of places.values()) {
    const past = run.outside.pasts.get(settlement.chainId);
    if (isCurrencyIdentifier(settlement.currency))
      run.pass("what else arrived of a native coin, which no log shows");
    else if (!past)
      run.pass(
        `what else arrived on chain ${settlement.chainId}, because RPC_${settlement.chainId} is not set`,
      );
    else left.push(...(await reconcilePlace(run, settlement, past)));
  }
  if (left.length > 0 && !run.wasSilent("service")) await noteOthers(run);
  for (const one of left) {
    if (await isExplained(run, one)) continue;
    if (run.wasSilent("service"))
      run.pass(
        "transfers to the merchant that nothing is booked for, and the service could not be asked whose they are",
      );
    else await tellTransfer(run, one, "and nothing is booked for it", {});
  }
}

/** A payment for an invoice from before a change of the settlement may arrive as long as the invoice is monitored. */
function settlementsIn({ span }: Run, { settings }: MerchantStore): readonly Settlement[] {
  const from = span.from - settings.monitoringMinutes * MINUTE_MS;
  return settlementsBetween(settings, from, span.to);
}

/** Two stores may be paid at one place: it is looked at once. */
function placeName(settlement: Settlement): string {
  return settlementPlace(settlement) ?? `${settlement.chainId}:native`;
}

/** What is left when the compared invoices have explained theirs. */
async function reconcilePlace(run: Run, settlement: Settlement, past: ChainPast): Promise<readonly Left[]> {
  const { chainId, currency, recipient } = settlement;
  const filter = { tokens: [currency.toLowerCase()], recipients: [recipient.toLowerCase()] };
  const left: Left[] = [];
  await run.ask(`chain ${chainId}`, async () => {
    for await (const transfer of transfersBetween(past, chainId, filter, run.span)) {
      run.count("transfers");
      const one = { settlement, transfer };
      if (!(await isExplained(run, one))) left.push(one);
    }
  });
  return left;
}

/** Reports why a transfer is not compared here, where the reason is known. */
async function isExplained(run: Run, one: Left): Promise<boolean> {
  const explanation = await explanationOf(run, one);
  if (explanation?.explained !== undefined)
    await tellTransfer(run, one, "and it is not compared here", explanation);
  return explanation !== undefined;
}

async function explanationOf(run: Run, { settlement, transfer }: Left): Promise<Explanation | undefined> {
  const { chainId } = settlement;
  const proofs = [proofOf(chainId, transfer), formerProofOf(chainId, transfer)];
  const [claim] = (await run.outside.persistence.reconciliation.claimsOf(proofs)).values();
  if (claim) return explainedByBooking(run.span, claim);
  const sameTx = await run.outside.persistence.reconciliation.unattributedAt(chainId, {
    txid: transfer.txHash,
  });
  const noted = sameTx.find(({ outpoint }) => outpoint === `${transfer.txHash}:${transfer.part}`);
  const explained = noted && (await explainUnattributed(run.outside, noted));
  if (noted && explained !== undefined) return { storeId: noted.storeId, explained };
  return run.named.get(`${chainId}:${transfer.txHash}`) ?? takeAwaited(run, settlement, transfer.amount);
}

/** A reported arrival here without a transaction, used once; uncertain ones come last. */
function takeAwaited({ awaited }: Run, settlement: Settlement, amount: bigint): Awaited | undefined {
  const place = settlementPlace(settlement);
  const fitting = awaited.filter(
    (one) => one.place === place && one.least <= amount && amount <= (one.most ?? amount),
  );
  const one = fitting.find(({ explained }) => explained === undefined) ?? fitting[0];
  if (one) awaited.splice(awaited.indexOf(one), 1);
  return one;
}

/** Reports a transfer under the store whose books or inbox have it, otherwise under the store that owns the address. */
async function tellTransfer(
  run: Run,
  { settlement, transfer }: Left,
  words: string,
  { invoiceId, storeId, explained }: Explanation,
): Promise<void> {
  const { chainId, recipient: address } = settlement;
  const { currency, amount, at } = transfer;
  const findOwner = async () => {
    const stores = await run.outside.persistence.stores.list();
    return (await findAddressOwner(run.outside, stores, { address, chainId, at }))?.id;
  };
  run.tell(
    { subject: `transfer ${proofOf(chainId, transfer)}`, storeId: storeId ?? (await findOwner()), invoiceId },
    {
      kind: "extra transfer",
      currency: currencyId(chainId, currency),
      world: amount,
      reason: `It reached the merchant at ${isoTime(at)}, ${words}.`,
      explained,
    },
  );
}

/**
 * Compares what token transfers brought to deposit addresses of EVM chains with what was credited or
 * recorded as unattributed. A page of leases is compared with the blocks of their time, on every chain: an
 * address is the same on all of them. Native coins leave no log and are not covered.
 */
export async function reconcileEvmArrivals(run: Run): Promise<void> {
  for (const [chainId, past] of run.outside.pasts) {
    const tokens = await run.ask("service", () => tokensOn(run, chainId));
    if (!tokens || tokens.answer.length === 0) continue;
    for (let after = ""; ;) {
      const page = await run.outside.persistence.reconciliation.evmLeasesIn(run.span, after, LEASES_AT_ONCE);
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
      const from = Math.max(run.span.from, Math.min(...page.map(({ fromAt }) => fromAt)));
      const to = Math.min(run.span.to, LATE_MS + Math.max(...page.map(({ untilAt = Infinity }) => untilAt)));
      const owners = new Map(page.map((lease) => [lease.address.toLowerCase(), lease.invoiceId]));
      const filter = { tokens: tokens.answer, recipients: [...owners.keys()] };
      await run.ask(`chain ${chainId}`, async () => {
        for await (const transfer of transfersBetween(past, chainId, filter, { from, to }))
          await reconcileArrival(run, chainId, transfer, owners.get(transfer.recipient));
      });
    }
  }
}

const LEASES_AT_ONCE = 500; // what one question for logs may name
const LATE_MS = 7 * DAY_MS; // payers find an address again after its lease has ended

async function tokensOn({ outside: { service } }: Run, chainId: number): Promise<readonly string[]> {
  const chain = (await service.chains()).find(({ id }) => id === chainId);
  return (chain?.solverCurrencies ?? [])
    .map(({ address }) => address.toLowerCase())
    .filter((address) => /^0x[0-9a-f]{40}$/.test(address) && !isCurrencyIdentifier(address));
}

async function reconcileArrival(
  run: Run,
  chainId: number,
  { txHash, part, currency, recipient, amount, at }: TokenTransfer,
  invoiceId: string | undefined,
): Promise<void> {
  const { persistence } = run.outside;
  if (
    (await persistence.reconciliation.creditedBy(chainId, txHash)).length > 0 ||
    run.named.has(`${chainId}:${txHash}`)
  )
    return;
  const strangers = await persistence.reconciliation.unattributedAt(chainId, { txid: txHash });
  if (strangers.length > 0) return;
  const owner = invoiceId === undefined ? undefined : await persistence.invoices.load(invoiceId);
  const about: Pick<Difference, "subject" | "storeId" | "invoiceId"> = {
    subject: `${chainId}:${txHash}:${part}`,
    storeId: owner?.storeId,
    invoiceId,
  };
  run.tell(about, {
    kind: "extra transfer",
    currency: currencyId(chainId, currency),
    world: amount,
    reason: `It came to the deposit address ${recipient} at ${isoTime(at)}, and no invoice was credited with it.`,
  });
}
