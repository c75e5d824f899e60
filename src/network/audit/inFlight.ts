import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { EvmChain } from "../chains/evm.ts";
import { DEPOSITORY, type Line } from "../ledger/accounts.ts";
import { linesOfDeposit, linesOfPayment } from "../ledger/book.ts";
import { merge } from "../ledger/lines.ts";
import { foundLines } from "../ledger/postings.ts";
import type { AuditParts } from "./auditParts.ts";
import { straysAtContract } from "../persistence/audit.ts";
import { depositsToConfirm } from "../persistence/deposits.ts";
import { landingsToSettle } from "../persistence/landings.ts";
import { broughtBy, readStoredSwap } from "../pools/storedSwap.ts";
import { openPayments, type OpenPayment, type Outcome } from "../persistence/outbound.ts";
import { requestsById } from "../persistence/requests.ts";
import { readDepositoryOrder } from "../solver/evm/depositoryOrder.ts";
import { readOrder } from "../solver/evm/signPayment.ts";
import type { Tip } from "./tips.ts";

/** What a chain has already and the books have not yet, with the reasons. */
export type InFlight = Readonly<{
  lines: readonly Line[];
  payments: readonly string[];
  deposits: readonly string[];
}>;

/** What is on the way on a chain, as the tables had it at one moment; how it went on is asked later. */
export type InFlightRows = Readonly<{
  payments: readonly OpenPayment[];
  lines: readonly Line[]; // of deposits, and of unattributed money
  deposits: readonly string[];
}>;

const MOST = 10_000;
const ASKED_AT_ONCE = 50;

/**
 * Pending items of a chain by the tables: open payments, deposits that wait for blocks, unattributed money.
 */
export async function readInFlight(parts: AuditParts, { chainId, height }: Tip): Promise<InFlightRows> {
  const { store, catalog, contracts } = parts;
  const seen = await depositsToConfirm(store, chainId, height, { limit: MOST, offset: 0 });
  const requests = await requestsById(
    store,
    seen.map(({ requestId }) => requestId),
  );
  const byId = new Map(requests.map((request) => [request.id, request]));
  const deposited = seen.flatMap((row) => {
    const request = byId.get(row.requestId);
    return request ? linesOfDeposit(request, row) : [];
  });
  const unclaimed = (await straysAtContract(store, contracts.Depository))
    .filter((stray) => stray.chainId === chainId && catalog.currency(chainId, stray.token))
    .flatMap(({ token, amount }) => foundLines(DEPOSITORY, { chainId, currency: token, amount }));
  return {
    payments: await openPayments(store, chainId, MOST),
    lines: [...deposited, ...unclaimed],
    deposits: seen.map(({ id }) => id),
  };
}

/** What of it the chain has at the tip. Throws HttpFailure when the chain gave no answer. */
export async function inFlight(parts: AuditParts, tip: Tip, afoot: InFlightRows): Promise<InFlight> {
  const chain = parts.evm.get(tip.chainId);
  const { lines, payments } = chain
    ? await evmPayments(parts, chain, tip, afoot.payments)
    : await bitcoinPayments(parts, tip, afoot.payments);
  return { lines: merge([...afoot.lines, ...lines]), payments, deposits: afoot.deposits };
}

type Landed = Readonly<{ lines: readonly Line[]; payments: readonly string[] }>;

async function evmPayments(
  parts: AuditParts,
  chain: EvmChain,
  tip: Tip,
  open: readonly OpenPayment[],
): Promise<Landed> {
  const lines: Line[] = [];
  const payments: string[] = [];
  const look = async (payment: OpenPayment) => {
    const outcome = await outcomeOf(parts, chain, tip, payment);
    if (!outcome) return;
    lines.push(...(await linesOfPayment(parts, payment.outbound, outcome)));
    payments.push(payment.outbound.id);
  };
  for (let from = 0; from < open.length; from += ASKED_AT_ONCE)
    await Promise.all(open.slice(from, from + ASKED_AT_ONCE).map(look));
  return { lines, payments };
}

/**
 * The result of a payment on the chain, regardless of the books. An order of the depository counts as paid
 * once any account has submitted it: the fee is ours only with our own transaction.
 */
async function outcomeOf(
  { contracts, clock }: AuditParts,
  chain: EvmChain,
  tip: Tip,
  { outbound, attempts }: OpenPayment,
): Promise<Outcome | undefined> {
  const at = clock();
  const landed = await landedAttempt(chain, tip, attempts);
  if (landed?.receipt.success) {
    const { hash, receipt } = landed;
    const swap = readStoredSwap(outbound.order);
    const brought = swap && broughtBy(swap, receipt.logs);
    return { state: "included", hash, fee: receipt.fee, at, brought };
  }
  const { kind } = outbound;
  const isOrder = kind === "refund" || kind === "withdraw";
  const isPaid =
    isOrder &&
    (await chain.isOrderUsed(contracts.Depository, readDepositoryOrder(readOrder(outbound).call).nonce));
  if (!landed && !isPaid) return undefined;
  const state = isPaid ? "included" : "reverted";
  return { state, hash: landed?.hash ?? null, fee: landed?.receipt.fee ?? 0n, at };
}

async function landedAttempt(chain: EvmChain, tip: Tip, attempts: OpenPayment["attempts"]) {
  for (const { hash } of attempts) {
    const receipt = await chain.receipt(hash);
    if (receipt && receipt.height <= tip.height) return { hash, receipt };
  }
  return undefined;
}

async function bitcoinPayments(
  parts: AuditParts,
  { height }: Tip,
  open: readonly OpenPayment[],
): Promise<Landed> {
  const isOpen = new Set(open.map(({ outbound }) => outbound.id));
  const lines: Line[] = [];
  const payments: string[] = [];
  for (const { landing, outbound } of await landingsToSettle(parts.store, height)) {
    if (outbound.chainId !== BITCOIN_CHAIN_ID || !isOpen.has(outbound.id)) continue;
    const outcome = { state: "included", hash: landing.hash, fee: null, at: parts.clock() } as const;
    lines.push(...(await linesOfPayment(parts, outbound, outcome)));
    payments.push(outbound.id);
  }
  return { lines, payments };
}
