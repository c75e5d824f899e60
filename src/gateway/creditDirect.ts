import type { EvmArrival } from "../chain/evmDeposits.ts";
import { txOf } from "../invoices/factChanges.ts";
import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { MINUTE_MS } from "../time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { fits } from "./attribution.ts";
import { isFinalArrival } from "./awaitFinality.ts";
import { amountKey, type AmountLease } from "./directPort.ts";
import { openClaims } from "./openClaims.ts";
import type { Gateway } from "./ports.ts";
import { settlementPlace } from "./transferPlaces.ts";
import { proofOf } from "./transferProofs.ts";

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times
const CONTESTED_FOR_MS = 30 * MINUTE_MS; // as long as creditTransfers.ts waits for what would clear up a doubt

/** The invoices that ask for exactly what arrived, by the arrivals' ids. */
export async function amountHolders(
  { store }: Pick<Gateway, "store">,
  chainId: number,
  arrivals: readonly EvmArrival[],
): Promise<ReadonlyMap<string, AmountLease>> {
  const keyOf = ({ currency, address, amount }: EvmArrival) =>
    amountKey({ chainId, currency, address, amount });
  const leases = await store.amountLeasesAt([...new Set(arrivals.map(keyOf))]);
  const byKey = new Map(leases.map((lease) => [amountKey(lease), lease]));
  return new Map(
    arrivals.flatMap((arrival) => {
      const lease = byKey.get(keyOf(arrival));
      return lease && arrival.at >= lease.fromAt - CLOCK_SLACK_MS ? [[arrival.id, lease] as const] : [];
    }),
  );
}

/**
 * Whose an arrival of a leased amount is. "another's" once it has settled a deposit; "contested" while a conversion that is under
 * way may have brought just this amount: which of them it is the service's next word says, or half an hour without one.
 */
export async function ownerOfAmount(
  gateway: Gateway,
  lease: AmountLease,
  { id, amount, at }: EvmArrival,
): Promise<"its own" | "another's" | "contested"> {
  const { chainId, currency, address } = lease;
  if (await gateway.store.settlementOwner(`${chainId}:${id}`)) return "another's";
  const now = gateway.clock();
  if (now - at >= CONTESTED_FOR_MS) return "its own";
  const place = settlementPlace({ chainId, currency, recipient: address });
  const claims = await openClaims(gateway);
  const isContested = claims.some(
    (claim) =>
      claim.kind === "settled" && claim.place === place && fits(claim, { key: id, amount, at, seenAt: now }),
  );
  return isContested ? "contested" : "its own";
}

/**
 * Settles a direct payment that is in a block once it is final there, by the transfer itself: it is read again, and it settles
 * this one deposit for ever. Until then it is on its way. Throws HttpFailure when the chain cannot be asked.
 */
export async function settleDirect(gateway: Gateway, invoice: Invoice, deposit: Deposit): Promise<void> {
  const { chainId, currency, address, outpoint, value } = deposit;
  const txHash = txOf(outpoint);
  const arrivals = (await gateway.arrivals.get(chainId)?.(txHash, currency, address)) ?? [];
  const arrival = arrivals.find((one) => `${txHash}:${one.part}` === outpoint && one.amount === value);
  if (!arrival || !(await isFinalArrival(gateway, invoice, arrival))) return;
  const proof = proofOf(chainId, arrival);
  const at = gateway.clock();
  await advanceInvoice(
    gateway,
    invoice.id,
    {
      ...{ kind: "request", at, requestId: `direct:${outpoint}`, parent: undefined, word: "success" },
      ...{ depositAddress: address, depositTxid: txHash, input: value },
      outcome: { kind: "settled", amount: value, txHash, evidence: "verified", proof },
    },
    { observation: { source: "transfer", body: { ...arrival, chainId, outpoint } } },
  );
}
