import type { EvmArrival } from "../../../evm/reader/evmDeposits.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { fits } from "./attribution.ts";
import { isFinalArrival } from "./awaitFinality.ts";
import { amountKey, type AmountLease } from "../../ports/directPort.ts";
import { openClaims, type OpenClaim } from "./openClaims.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import { settlementPlace } from "./transferPlaces.ts";
import { proofOf } from "./transferProofs.ts";

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times
const CONTESTED_FOR_MS = 30 * MINUTE_MS; // as long as creditTransfers.ts waits for what would clear up a doubt

/** The invoices that ask for exactly what arrived, by the arrivals' ids. */
export async function amountHolders(
  { persistence }: Pick<Gateway, "persistence">,
  chainId: number,
  arrivals: readonly EvmArrival[],
): Promise<ReadonlyMap<string, AmountLease>> {
  const keyOf = ({ currency, address, amount }: EvmArrival) =>
    amountKey({ chainId, currency, address, amount });
  const leases = await persistence.amountLeases.at([...new Set(arrivals.map(keyOf))]);
  const byKey = new Map(leases.map((lease) => [amountKey(lease), lease]));
  return new Map(
    arrivals.flatMap((arrival) => {
      const lease = byKey.get(keyOf(arrival));
      return lease && arrival.at >= lease.fromAt - CLOCK_SLACK_MS ? [[arrival.id, lease] as const] : [];
    }),
  );
}

/** What conversions under way may still bring, read once for all that ask. */
export type Claims = () => Promise<readonly OpenClaim[]>;

/** Reads the claims when the first asks for them. */
export function claimsOnce(gateway: CreditingContext): Claims {
  let claims: ReturnType<Claims> | undefined;
  return () => (claims ??= openClaims(gateway));
}

/**
 * Settles a direct payment that is in a block once it is final, by the transfer itself: it is read again,
 * and it settles one deposit only. Until then it is pending. A fill can have this amount by chance: while a
 * conversion in progress may have caused it (half an hour at most), the service's report decides; if the
 * transfer was a fill, the payment never belonged to this invoice. Throws HttpFailure when the chain cannot
 * be read.
 */
export async function settleDirect(
  gateway: CreditingContext,
  invoice: Invoice,
  deposit: Deposit,
  claims: Claims,
): Promise<void> {
  const { chainId, currency, address, outpoint, value } = deposit;
  const txHash = txOf(outpoint);
  const owner = await gateway.persistence.deposits.settlementOwner(`${chainId}:${outpoint}`);
  if (owner?.invoiceId === invoice.id) return;
  if (owner) return takeBack(gateway, invoice, deposit);
  const arrivals = (await gateway.arrivals.get(chainId)?.(txHash, currency, address)) ?? [];
  const arrival = arrivals.find((one) => `${txHash}:${one.part}` === outpoint && one.amount === value);
  if (!arrival || !(await isFinalArrival(gateway, invoice, arrival))) return;
  if (await isContested(gateway, deposit, arrival.at, claims)) return;
  const proof = proofOf(chainId, arrival);
  const at = gateway.clock();
  await advanceInvoice(
    gateway,
    invoice.id,
    {
      kind: "request",
      at,
      requestId: `direct:${outpoint}`,
      parent: undefined,
      word: "success",
      depositAddress: address,
      depositTxid: txHash,
      input: value,
      outcome: { kind: "settled", amount: value, txHash, evidence: "verified", proof },
    },
    { observation: { source: "transfer", body: { ...arrival, chainId, outpoint } } },
  );
}

async function isContested(
  gateway: Pick<Gateway, "clock">,
  { chainId, currency, address, outpoint, value, seenAt, direct }: Deposit,
  at: Instant,
  claims: Claims,
): Promise<boolean> {
  if (direct || gateway.clock() - seenAt >= CONTESTED_FOR_MS) return false; // a person has decided
  const place = settlementPlace({ chainId, currency, recipient: address });
  const transfer = { key: outpoint, amount: value, at, seenAt };
  return (await claims()).some(
    (claim) => claim.kind === "settled" && claim.place === place && fits(claim, transfer),
  );
}

/** The service reports that the transfer was the settlement of a conversion. */
async function takeBack(
  gateway: CreditingContext,
  { id }: Invoice,
  { chainId, outpoint }: Deposit,
): Promise<void> {
  gateway.log.warn("direct.was_a_fill", { invoice: id, chain: chainId, outpoint });
  const observation = { source: "transfer", body: { chainId, outpoint, gone: true } };
  await advanceInvoice(gateway, id, { kind: "gone", at: gateway.clock(), outpoint }, { observation });
}
