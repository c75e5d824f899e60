import { setTimeout as delay } from "node:timers/promises";
import type { BitcoinNetwork } from "../bitcoin/codec/address.ts";
import type { StatusStream } from "../intents/statusStream.ts";
import type { Clock, Instant } from "../values/time.ts";
import { unsafe } from "./errors.ts";
import { hashesOf, readRecord, withItem, type ExecutionRecord, type ItemRecord } from "./executionRecord.ts";
import type { IntentService } from "./intentService.ts";
import { prepare, type Perform } from "./perform.ts";
import { checkOwner, planSteps, type PlannedItem } from "./plan.ts";
import type { Outcome, Progress } from "./progress.ts";
import type { FeeCap } from "./psbtOffer.ts";
import type { QuotedStep, WalletQuote } from "./quote.ts";
import type { Signers } from "./signers.ts";
import { checkSpenders } from "./spenders.ts";
import { waitForOutcome } from "./waitForOutcome.ts";

export type ExecuteOptions = Readonly<{
  service: IntentService;
  signers: Signers;
  clock: Clock;
  /** Keeps the request's id durably. It is awaited before anything is signed or sent: with the id, money can be found. */
  saveRequestId: (requestId: string) => void | Promise<void>;
  /** Keeps the record durably whenever it changes; without it a broken-off execution cannot be taken up again. */
  saveRecord?: (record: ExecutionRecord) => void | Promise<void>;
  /** A record from `saveRecord` for this quote: what was sent according to it is not sent again. */
  record?: unknown;
  onProgress?: (progress: Progress) => void;
  /** Pushes instead of polls, while it is connected. */
  stream?: StatusStream;
  /** Broadcasts a raw Bitcoin transaction (hex), as Esplora.broadcast does. Needed for PSBTs. */
  broadcast?: (rawTx: string) => Promise<string>;
  bitcoinNetwork?: BitcoinNetwork; // default: mainnet
  /** The most that a PSBT may spend on the network fee; default: 5 % of what is paid or 20,000 sats. */
  feeCap?: FeeCap;
  /** The most that may be given, in smallest units of the origin currency. */
  maxInput?: bigint;
  /** Stops waiting then, with the outcome "undecided". */
  deadline?: Instant;
  wait?: (ms: number) => Promise<unknown>;
}>;

export type ExecutionResult = Readonly<{
  requestId: string;
  outcome: Outcome;
  status: string; // the last word of the service
  sent: readonly string[]; // on the origin chain
  hashes: readonly string[]; // of the fill on the destination chain, or of the refund
  failReason: string | undefined;
}>;

const DEFAULT_FEE_CAP: FeeCap = { bps: 500n, sats: 20_000n };
const MOST_ITEMS = 64; // answers to signatures may bring steps, but not for ever

/**
 * Carries out a quote and waits for its outcome (interface specification 4.6). Every step is checked
 * against the request before anything is sent. Throws WalletError; called again with the record, it
 * continues where it stopped.
 */
export async function execute(quote: WalletQuote, options: ExecuteOptions): Promise<ExecutionResult> {
  const { service, clock, stream, deadline, wait = delay } = options;
  const tell = teller(options.onProgress);
  const { requestId } = quote;
  const record = await runSteps(quote, { ...options, wait, tell });
  const steps = [...quote.steps, ...record.furtherSteps];
  const endpoint = steps.flatMap(({ items }) => items.flatMap(({ check }) => check?.endpoint ?? [])).at(-1);
  const onStatus = (status: string) => tell({ kind: "waiting", status });
  const ending = await waitForOutcome({
    requestId,
    endpoint,
    service,
    stream,
    clock,
    wait,
    deadline,
    onStatus,
  });
  tell({ kind: "finished", outcome: ending.outcome, hashes: ending.hashes });
  return { requestId, ...ending, sent: hashesOf(record) };
}

type Running = ExecuteOptions &
  Required<Pick<ExecuteOptions, "wait">> &
  Readonly<{ tell: (progress: Progress) => void }>;

/** Carries out every item that the record does not call done, and gives the record of all of them. */
async function runSteps(quote: WalletQuote, options: Running): Promise<ExecutionRecord> {
  let record = readRecord(quote.requestId, options.record);
  const plan = [...(await prepareSteps(quote, [...quote.steps, ...record.furtherSteps], 0, record, options))];
  await options.saveRequestId(quote.requestId);

  let started: QuotedStep | undefined;
  // The plan grows while it is walked: answers to signatures bring further steps.
  for (const { key, step, perform } of plan) {
    const { id: stepId, action, description } = step;
    if (step !== started) options.tell({ kind: "step-started", stepId, action, description });
    started = step;
    const save = async (state: ItemRecord | undefined, further: readonly QuotedStep[] = []) => {
      record = withItem(record, key, state, further);
      await options.saveRecord?.(record);
    };
    const offset = quote.steps.length + record.furtherSteps.length;
    const further = await perform({ ...options, quote, save });
    if (further.length > 0) plan.push(...(await prepareSteps(quote, further, offset, record, options)));
    if (plan.length > MOST_ITEMS) throw unsafe(`it brought more than ${MOST_ITEMS} items`);
  }
  return record;
}

type PreparedItem = PlannedItem & Readonly<{ perform: Perform }>;

/** What is left to do of some steps, once it is clear that everything in them is safe and can be carried out. */
async function prepareSteps(
  quote: WalletQuote,
  steps: readonly QuotedStep[],
  offset: number,
  record: ExecutionRecord,
  options: ExecuteOptions,
): Promise<readonly PreparedItem[]> {
  const { feeCap = DEFAULT_FEE_CAP, bitcoinNetwork = "mainnet", maxInput } = options;
  const terms = { feeCap, bitcoinNetwork, maxInput };
  const plan = planSteps(quote, steps, terms, offset);
  const whole = planSteps(quote, [...quote.steps, ...record.furtherSteps], terms); // checks the sum over all items
  await checkSpenders(quote, whole, options.service);
  return plan.flatMap((item) => {
    if (options.signers.evm) checkOwner(quote, item, options.signers.evm.address);
    const perform = prepare(item, record.items[item.key], options);
    return perform ? [{ ...item, perform }] : [];
  });
}

/** What a listener throws must not stop a payment half-way. */
function teller(onProgress: ExecuteOptions["onProgress"]): (progress: Progress) => void {
  return (progress) => {
    try {
      onProgress?.(progress);
    } catch {
      // The listener's own error; the payment continues.
    }
  };
}
