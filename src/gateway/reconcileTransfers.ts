import { currencyId } from "../accounting/ledger.ts";
import type { Difference } from "../accounting/reconcile/difference.ts";
import type { TokenTransfer } from "../chain/watchTransfers.ts";
import type { Settlement } from "../invoices/invoice.ts";
import { isCurrencyIdentifier } from "../protocol/identifiers.ts";
import { DAY_MS, isoTime } from "../time.ts";
import type { Claim } from "./reconcilePort.ts";
import type { ChainPast } from "./reconciling.ts";
import type { Awaited, Run } from "./reconcileRun.ts";
import type { MerchantStore } from "./storePort.ts";
import { settlementPlace } from "./transferPlaces.ts";
import { transfersBetween } from "./transfersBetween.ts";
import { formerProofOf, proofOf } from "./transferProofs.ts";

/** Compares what arrived where the stores are paid with what is booked. Comes last: invoices explain transfers by name. */
export async function reconcileTransfers(run: Run, stores: readonly MerchantStore[]): Promise<void> {
  const places = new Map(stores.map((store) => [placeName(store), store]));
  for (const store of places.values()) {
    const { settlement } = store.settings;
    const past = run.outside.pasts.get(settlement.chainId);
    if (isCurrencyIdentifier(settlement.currency))
      run.pass("what else arrived of a native coin, which no log shows");
    else if (!past)
      run.pass(`what else arrived on chain ${settlement.chainId}, because RPC_${settlement.chainId} is not set`); // prettier-ignore
    else await reconcilePlace(run, store, past);
  }
}

/** Two stores may be paid at one place: it is looked at once. */
function placeName({ settings: { settlement } }: MerchantStore): string {
  return settlementPlace(settlement) ?? `${settlement.chainId}:native`;
}

async function reconcilePlace(run: Run, store: MerchantStore, past: ChainPast): Promise<void> {
  const { chainId, currency, recipient } = store.settings.settlement;
  const filter = { tokens: [currency.toLowerCase()], recipients: [recipient.toLowerCase()] };
  await run.ask(`chain ${chainId}`, async () => {
    for await (const transfer of transfersBetween(past, chainId, filter, run.span)) {
      run.count("transfers");
      await reconcileTransfer(run, store, transfer);
    }
  });
}

async function reconcileTransfer(run: Run, { id: storeId, settings }: MerchantStore, transfer: TokenTransfer): Promise<void> {
  const { chainId } = settings.settlement;
  const { store } = run.outside;
  const proof = proofOf(chainId, transfer);
  const claims = await store.claimsOf([proof, formerProofOf(chainId, transfer)]);
  const [claim] = claims.values();
  const about = { subject: `transfer ${proof}`, storeId, invoiceId: claim?.invoiceId };
  const { txHash, currency, amount, at } = transfer;
  const finding = { kind: "extra transfer", currency: currencyId(chainId, currency), world: amount } as const;
  if (claim) {
    const explained = elsewhere(run, claim);
    if (explained !== undefined) run.tell(about, { ...finding, reason: `It arrived at ${isoTime(at)}.`, explained });
    return;
  }
  if (run.named.has(`${chainId}:${txHash}`)) return;
  const awaited = takeAwaited(run, settings.settlement, amount);
  if (awaited && awaited.explained === undefined) return;
  const reason = `It reached the merchant at ${isoTime(at)}, and nothing is booked for it.`;
  run.tell(about, { ...finding, reason, explained: awaited?.explained });
} // prettier-ignore

/** Why what a transfer has settled is not among what is compared here; undefined when it is. */
function elsewhere({ span }: Run, { at, storeId, invoiceId }: Claim): string | undefined {
  if (span.storeId !== undefined && storeId !== span.storeId)
    return `It is booked for invoice ${invoiceId} of store ${storeId ?? "that is not known any more"}.`;
  return at >= span.from && at < span.to
    ? undefined
    : `It is booked outside of this range, at ${isoTime(at)}, for invoice ${invoiceId}.`;
}

/** What was said to arrive here under no transaction's name, once. */
function takeAwaited({ awaited }: Run, settlement: Settlement, amount: bigint): Awaited | undefined {
  const place = settlementPlace(settlement);
  const index = awaited.findIndex((one) => one.place === place && one.least <= amount && amount <= (one.most ?? amount));
  return index < 0 ? undefined : awaited.splice(index, 1)[0];
} // prettier-ignore

/**
 * Compares what token transfers brought to deposit addresses of EVM chains with what was credited, or written down as nobody's.
 * A page of leases is compared with the blocks of their time, on every chain: an address is the same on all of them. Coins that
 * come without a log are not seen here.
 */
export async function reconcileEvmArrivals(run: Run): Promise<void> {
  for (const [chainId, past] of run.outside.pasts) {
    const tokens = await run.ask("service", () => tokensOn(run, chainId));
    if (!tokens || tokens.answer.length === 0) continue;
    for (let after = ""; ;) {
      const page = await run.outside.store.evmLeasesIn(run.span, after, LEASES_AT_ONCE);
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
  const { store } = run.outside;
  if ((await store.creditedBy(chainId, txHash)).length > 0 || run.named.has(`${chainId}:${txHash}`)) return;
  const strangers = await store.strangersOf(chainId, { txid: txHash });
  if (strangers.length > 0) return;
  const owner = invoiceId === undefined ? undefined : await store.load(invoiceId);
  const about: Pick<Difference, "subject" | "storeId" | "invoiceId"> = {
    ...{ subject: `${chainId}:${txHash}:${part}`, storeId: owner?.storeId, invoiceId },
  };
  run.tell(about, {
    ...{ kind: "extra transfer", currency: currencyId(chainId, currency), world: amount },
    reason: `It came to the deposit address ${recipient} at ${isoTime(at)}, and no invoice was credited with it.`,
  });
}
