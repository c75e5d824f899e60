import { ORIGIN_REORGANISED } from "../invoices/depositReorg.ts";
import { worthOf } from "../invoices/credit.ts";
import { decide } from "../invoices/decide.ts";
import { markOf, type Deposit, type Invoice } from "../invoices/invoice.ts";
import { leastThatPays } from "../invoices/leastThatPays.ts";
import type { Outcome } from "../invoices/observation.ts";
import { sum } from "../../../values/amount.ts";
import { txOf } from "../invoices/outpoint.ts";
import { isMarkedUnsigned, when, type Rule } from "./record.ts";

/**
 * I-8: Settled if and only if proven settlements cover the price under the policy, or a person marked it
 * so.
 */
export const settledIsCovered: Rule = ({ invoice, isOlder }, steps) => {
  if (isMarkedUnsigned({ invoice, isOlder })) return [];
  const wasCovered = steps.some(({ after }) => isCovered(after));
  const isMarked = markOf(invoice.facts)?.as === "Settled";
  const implied = implications(invoice).state;
  return [
    ...when(
      invoice.state === "Settled" && !isOlder && !wasCovered && !isMarked,
      "it is Settled, and what was proven to have settled never covered its price",
    ),
    ...when(implied !== invoice.state, `it is ${invoice.state}, and what is known of it makes it ${implied}`),
  ];
};

/** True when what came in time has settled and covers the price. Written out again here: decide() must not be its own judge. */
function isCovered({ terms, facts }: Invoice): boolean {
  const { policy } = terms;
  const certain = facts.deposits.filter((deposit) => {
    const settled = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
    if (deposit.late || !settled?.proven) return false;
    return settled.evidence === "verified" || deposit.confirmations >= policy.confirmations;
  });
  return sum(certain.map((deposit) => worthOf(facts, deposit))) >= leastThatPays({ terms, facts });
}

/** The invoice after an empty observation: state and exceptions must follow from the facts alone. */
function implications(invoice: Invoice): Invoice {
  return decide(invoice, { kind: "resolved", at: 0, keys: [], by: "", reason: "" }).invoice;
}

/** I-18: what is odd about it follows from its facts. */
export const exceptionFollows: Rule = ({ invoice, isOlder }) => {
  if (isMarkedUnsigned({ invoice, isOlder })) return [];
  const { additional } = implications(invoice);
  return when(
    additional !== invoice.additional,
    `it is ${invoice.additional}, and what is known of it makes it ${additional}`,
  );
};

/** I-10: money that was sent after the end is late, and no other. */
export const latenessIsRecorded: Rule = ({ invoice, decided, isOlder }) => {
  if (isOlder) return [];
  return invoice.facts.deposits.flatMap(({ outpoint, late }) => {
    const first = decided.find(({ seen }) => seen.kind === "output" && seen.outpoint === outpoint)?.seen;
    const sentBy = first?.kind === "output" ? first.sentBy : undefined;
    const isLate = sentBy !== undefined && sentBy >= invoice.terms.expiresAt;
    return when(
      late !== isLate,
      `${outpoint} counts as ${late ? "late" : "in time"}, and was seen to be sent ${isLate ? "late" : "in time"}`,
    );
  });
};

/** I-14: an output is credited once, to one invoice: the one that holds its claim. */
export const depositsAreClaimed: Rule = ({ invoice, claims }) => {
  const keys = invoice.facts.deposits.map(({ chainId, outpoint }) => `${chainId}:${outpoint}`);
  return [
    ...keys.flatMap((key) => when(!claims.includes(key), `it credits ${key} without holding its claim`)),
    ...claims.flatMap((key) =>
      when(!keys.includes(key), `it holds the claim of ${key} without crediting it`),
    ),
    ...when(new Set(keys).size < keys.length, "it credits one output twice"),
  ];
};

/** I-42: one proof settles one deposit, and one deposit ends once: settled or sent back, not both. */
export const proofsAreClaimed: Rule = ({ invoice, proofs }) => {
  const { settlements, refunds } = invoice.facts;
  const ended = [...settlements, ...refunds].map(({ outpoint }) => outpoint);
  return [
    ...settlements.flatMap(({ proof, outpoint }) => {
      const claim = proofs.find((one) => one.proof === proof);
      const isOwn = claim?.invoiceId === invoice.id && claim.outpoint === outpoint;
      return when(!isOwn, `the settlement of ${outpoint} does not hold its proof ${proof}`);
    }),
    ...when(new Set(ended).size < ended.length, "one deposit has two ends"),
  ];
};

/** I-19: the amount of a settlement or a refund was reported or read, never taken from a quote. */
export const amountsAreReported: Rule = ({ invoice, decided, isOlder }) => {
  if (isOlder) return [];
  const { settlements, refunds } = invoice.facts;
  const told = decided.flatMap(({ seen }) =>
    seen.kind === "request" && seen.outcome ? [{ requestId: seen.requestId, ...seen.outcome }] : [],
  );
  const check = (kind: Outcome["kind"], ends: typeof settlements | typeof refunds) =>
    ends.flatMap(({ requestId, outpoint, amount }) => {
      const reports = told.filter((one) => one.kind === kind && one.requestId === requestId);
      const isTold =
        reports.length > 0 && (amount === undefined || reports.some((one) => one.amount === amount));
      return when(!isTold, `no report says that ${outpoint} was ${kind} with ${amount ?? "no amount"}`);
    });
  return [...check("settled", settlements), ...check("refunded", refunds)];
};

/** I-21: only what is in a block has confirmations. */
export const confirmationsHaveBlocks: Rule = ({ invoice }) =>
  invoice.facts.deposits.flatMap((deposit) => {
    const isIn = deposit.presence === "block";
    return when(
      (deposit.blockHash !== undefined) !== isIn || (deposit.confirmations > 0 && !isIn),
      `${described(deposit)} cannot be`,
    );
  });

/**
 * I-24: of two transactions that spend the same coin, at most one is in a block. One that a reorganisation
 * removed after its money had been forwarded keeps its place, with an exception: it records the origin of the
 * money.
 */
export const conflictsAreVoid: Rule = ({ invoice }) => {
  const { deposits, anomalies } = invoice.facts;
  const undone = new Set(
    anomalies.flatMap(({ kind, detail }) => (kind === ORIGIN_REORGANISED ? [detail] : [])),
  );
  const confirmed = deposits.filter(
    ({ presence, outpoint }) => presence === "block" && !undone.has(outpoint),
  );
  return confirmed.flatMap((one, index) =>
    confirmed.slice(index + 1).flatMap((other) => {
      const isShared = one.spends.some((spent) => other.spends.includes(spent));
      const isOther = one.chainId === other.chainId && txOf(one.outpoint) !== txOf(other.outpoint);
      return when(isShared && isOther, `${one.outpoint} and ${other.outpoint} spend the same coin`);
    }),
  );
};

function described({ outpoint, presence, confirmations, blockHash }: Deposit): string {
  return `${outpoint} (${presence}, ${confirmations} confirmations, block ${blockHash ?? "none"})`;
}
