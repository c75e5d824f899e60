import { checkEvmAddress } from "../../../evm/codec/address.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { arrivesOf, payableToken } from "../../appFees/makeClaim.ts";
import { claimPayment, claimsDue, decideClaim, type ClaimRow } from "../../persistence/claims.ts";
import { paymentCall } from "./fills.ts";
import { gasLimit } from "./gas.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { isBackedOff, backOff, type SolverParts } from "../memory.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

const CLAIMS_PER_TICK = 20;
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Pays what applications have claimed of their shares on a chain, less what the payment costs. A claim becomes a signed payment
 * in one commit, before anything is sent, and its payment has a name that can exist once: so it is paid once, whenever the
 * process ends. One that would revert is refused, and the amount is the application's again.
 */
export async function payClaims(parts: SolverParts, chainId: number): Promise<void> {
  for (const claim of await claimsDue(parts.store, chainId, CLAIMS_PER_TICK)) {
    if (isBackedOff(parts, keyOf(claim))) continue;
    if (!(await isolateFailure(parts, { claim: claim.id }, () => payOne(parts, claim)))) return;
  }
}

async function payOne(parts: SolverParts, claim: ClaimRow): Promise<void> {
  const { id, chainId, currency, amount: claimed } = claim;
  const token = payableToken(parts, chainId, currency);
  const recipient = checkEvmAddress(claim.recipient);
  if (!recipient) throw new Error(`Claim ${id} is to be paid to "${claim.recipient}", which is no address.`);
  const amount = await arrivesOf(parts, token, claimed);
  if (amount === undefined) return waitFor(parts, claim, "the network's fee is higher than the claim");
  if (amount > (await parts.market.capacity(token, ["pending", "filling"])))
    return waitFor(parts, claim, `the solver lacks ${token.symbol}`);
  const call = paymentCall(token, recipient, amount);
  const run = await openRun(parts, chainId);
  const trial = { call, fees: run.fees, purpose: "payment", about: keyOf(claim) } as const;
  const tried = await simulateCall(parts, run.chain, trial);
  if (tried.reverts) return refuse(parts, claim, tried.reason);
  const gas = gasLimit(tried.gas, "payment");
  if (gas === undefined) return refuse(parts, claim, `it needs ${tried.gas} gas`);
  const order = {
    id: claimPayment(id),
    requestId: null,
    kind: "claim",
    chainId,
    currency,
    amount,
    call,
    gas,
  } as const;
  await signPayment(parts, run, order, () => [decideClaim(parts.store, id, { state: "signed" })]);
  parts.memory.alarms.clear("network.claim_waits", id);
}

/** Nothing is lost: it is retried, and an alarm is raised. */
function waitFor(parts: SolverParts, claim: ClaimRow, reason: string): void {
  parts.memory.alarms.raise("network.claim_waits", claim.id, {
    claim: claim.id,
    wallet: claim.wallet,
    reason,
  });
  backOff(parts, keyOf(claim), RETRY_MS);
}

async function refuse({ store, log }: SolverParts, { id, wallet }: ClaimRow, reason: string): Promise<void> {
  await store.commit([decideClaim(store, id, { state: "refused", reason })]);
  log.warn("network.claim_refused", { claim: id, wallet, reason });
}

function keyOf({ id }: ClaimRow): string {
  return `claim ${id}`;
}
