import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import { sentBy, type Payout } from "../../../domain/payouts/payout.ts";
import { leftOf, type PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { payoutAnswer, pullPaymentAnswer } from "../../answers/payout.ts";
import type { Answer } from "../../answers/scalars.ts";

type PayoutAnswer = Answer<typeof payoutAnswer>;

/**
 * A pull payment in the merchant API's format (Greenfield); our own fields are under `crosstill`. The link
 * is left out for keys that must not see it.
 */
export function presentPullPayment(
  pullPayment: PullPayment,
  viewLink: string | undefined,
): Answer<typeof pullPaymentAnswer> {
  const { id, name, description, currency, decimals, amount, claimed, refund } = pullPayment;
  const { startsAt, expiresAt, autoApprove, archived, methods } = pullPayment;
  return {
    id,
    name,
    description,
    currency,
    archived,
    amount: formatFixed(amount, decimals),
    startsAt: startsAt === undefined ? null : unixSeconds(startsAt),
    expiresAt: expiresAt === undefined ? null : unixSeconds(expiresAt),
    autoApproveClaims: autoApprove,
    BOLT11Expiration: 30, // there is no Lightning here; clients read the field
    ...(viewLink === undefined ? {} : { viewLink }),
    crosstill: {
      claimed: formatFixed(claimed, decimals),
      left: formatFixed(leftOf(pullPayment), decimals),
      payoutMethods: methods,
      invoiceId: refund?.invoiceId ?? null,
    },
  };
}

/** A payout in the merchant API's format. Empty fields are left out where its schema has no null. */
export function presentPayout(payout: Payout): PayoutAnswer {
  const { id, revision, pullPaymentId, destination, coin, state, payoutAmount, createdAt } = payout;
  return {
    id,
    revision,
    destination,
    state,
    date: unixSeconds(createdAt),
    ...(pullPaymentId === undefined ? {} : { pullPaymentId }),
    originalCurrency: payout.originalCurrency,
    originalAmount: formatFixed(payout.originalAmount, payout.originalDecimals),
    payoutCurrency: coin.symbol,
    payoutAmount: payoutAmount === undefined ? null : formatDecimal(payoutAmount, coin.decimals),
    payoutMethodId: coin.methodId,
    paymentMethod: coin.methodId,
    ...(payout.proof ? { paymentProof: presentProof(payout) } : {}),
    metadata: (payout.metadata ?? {}) as PayoutAnswer["metadata"], // an object: payoutRequests.ts read it
    crosstill: presentOwn(payout),
  };
}

/** The merchant's own proof as given, with the transaction where one is known. */
function presentProof({ proof }: Payout): NonNullable<PayoutAnswer["paymentProof"]> {
  const said = typeof proof?.said === "object" && proof.said !== null ? proof.said : {};
  return { proofType: "Crosstill", ...(proof?.txHash ? { id: proof.txHash } : {}), ...said };
}

function presentOwn(payout: Payout): PayoutAnswer["crosstill"] {
  const { coin, proof, service, formerRequests = [] } = payout;
  const show = (amount: bigint | undefined) =>
    amount === undefined ? null : formatDecimal(amount, coin.decimals);
  return {
    chainId: coin.chainId,
    tokenAddress: coin.currency,
    evidence: proof?.evidence ?? null,
    paidAmount: show(proof?.amount),
    service: service
      ? {
          requestId: service.requestId,
          status: service.word,
          input: service.input.toString(),
          expected: show(service.expected),
          minimum: show(service.minimum),
          sent: sentBy(payout),
        }
      : null,
    formerRequests,
  };
}
