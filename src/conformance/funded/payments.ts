import { HttpFailure } from "../../http-client/http.ts";
import { MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import { openStatusStream } from "../../intents/statusStream.ts";
import { clipped, shown } from "../shown.ts";
import { WalletError } from "../../wallet/errors.ts";
import { execute, type ExecutionResult } from "../../wallet/execute.ts";
import type { IntentService } from "../../wallet/intentService.ts";
import { readQuote, type QuoteBody } from "../../wallet/quote.ts";
import type { Signers } from "../../wallet/signers.ts";
import { waitForOutcome } from "../../wallet/waitForOutcome.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { readFacts, type Context, type Explorer } from "../check.ts";
import { networkOf } from "../bitcoinNetwork.ts";
import { Blocked, Failed, NotApplicable, NotRun } from "../finding.ts";
import { fieldsOf, unitsOf } from "../json.ts";
import { once } from "../once.ts";
import { findHarms } from "../payer/harms.ts";
import { isNative, knownAmount, type ListedCurrency } from "../routes.ts";
import {
  depositAddressOf,
  KINDS,
  readSteps,
  requestIdOf,
  type Body,
  type Sample,
  type SampleKind,
} from "../samples.ts";
import { describe } from "../service.ts";
import type { Paid, Payments } from "./paid.ts";
import type { BitcoinPayer, EvmPayer, Wallets } from "./wallets.ts";

const EVM_MS = 10 * MINUTE_MS; // until a payment on an EVM chain has ended
const STREAM_WAITS = 20; // for the stream to open, and for its last word
const STREAM_WAIT_MS = 100;
const BITCOIN_MS = 120 * MINUTE_MS; // blocks take their time

/** The payments with some wallets. `intents` carries out quotes, each step checked against what was asked for. */
export function createPayments(context: Context, wallets: Wallets, intents: IntentService): Payments {
  const parts: Parts = { context, wallets, intents };
  const address = once(() => payAddress(parts));
  return {
    bridge: once(() => payListening(parts, context.routes.token ? "token" : "native")),
    address: once(async () => (await address()).paid),
    addressAgain: once(async () => payAgain(parts, (await address()).sample)),
    otherAmount: once(async () => (await payAddress(parts, 3n, 2n)).paid),
    underpaid: once(() => payStrict(parts)),
    permit: once(async () => payQuote(parts, await walletQuote(parts, "permit"))),
    bitcoin: once(() => payBitcoin(parts)),
    psbt: once(() => payPsbt(parts)),
  };
}

type Parts = Readonly<{ context: Context; wallets: Wallets; intents: IntentService }>;

/**
 * The sample of a kind, once its amount is no more than is lent to a test. What a currency is comes from the user's own node: a
 * service could list other decimals, another symbol, or ask for more.
 */
async function smallSample(parts: Parts, kind: SampleKind): Promise<Sample> {
  const sample = await parts.context.samples.of(kind);
  const { from } = sample.route;
  const most = knownAmount({ ...from, ...(await realOf(parts, from)) });
  const asked = String(sample.body["amount"]);
  if (most === undefined)
    throw new NotApplicable(`nothing says what ${shown(from.symbol)} is worth, so it is not paid`);
  if (BigInt(asked) <= most) return sample;
  throw new NotRun(`${asked} smallest units of ${from.address} are more than is lent to a test: ${most}`);
}

/** The symbol and the decimals of a currency, by others than the service. */
async function realOf(
  parts: Parts,
  { chainId, address, ...listed }: ListedCurrency,
): Promise<Readonly<{ symbol: string; decimals: number }>> {
  if (chainId === BITCOIN_CHAIN_ID) return { symbol: "BTC", decimals: 8 };
  if (isNative({ chainId, address, ...listed })) return { symbol: "", decimals: 18 };
  const payer = evmPayer(parts);
  requireNodes(payer, chainId);
  return payer.token(chainId, address);
}

/** A quote of a kind for the payer's own accounts. */
async function quoteFor(parts: Parts, kind: SampleKind, changes: Body): Promise<Sample> {
  const { context } = parts;
  const sample = await smallSample(parts, kind);
  const body = { ...sample.body, ...changes };
  const answer = await context.service.post("/quote/v2", body);
  if (answer.status === 200) return requireHarmless(parts, { ...sample, body, answer });
  throw new Blocked(KINDS[kind].owner, `expected a quote for ${KINDS[kind].what}, got ${describe(answer)}`);
}

/** Reads a quote before it is paid. Throws Blocked for one that would cost the payer money. */
function requireHarmless({ context }: Parts, quote: Omit<Sample, "steps">): Sample {
  const quoted = { ...quote, steps: readSteps(KINDS[quote.kind].what, quote.answer) };
  const [harm] = findHarms(readFacts(context), quoted);
  if (harm) throw new Blocked("client.transaction", `not paid, by ${harm.row}: ${harm.says}`, true);
  return quoted;
}

/** A quote that the payer's wallet carries out. */
async function walletQuote(parts: Parts, kind: "token" | "native" | "permit"): Promise<Sample> {
  const payer = evmPayer(parts);
  const { from, to } = (await parts.context.samples.of(kind)).route;
  requireNodes(payer, from.chainId, to.chainId);
  return quoteFor(parts, kind, { user: payer.address, recipient: payer.address });
}

function payQuote(parts: Parts, sample: Sample): Promise<Paid> {
  const payer = evmPayer(parts);
  const signers = { evm: payer.signer(sample.route.from.chainId) };
  return receiving(payer, sample, () => carryOut(parts, sample, signers));
}

/** The same beside the status stream, which has no key: statuses are told to all callers. */
async function payListening(
  parts: Parts,
  kind: "token" | "native",
): Promise<Paid & Readonly<{ pushed: readonly string[] | undefined }>> {
  const { url, wait } = parts.context.service;
  const sample = await walletQuote(parts, kind);
  const pushed: string[] = [];
  const stream = openStatusStream({
    url: `${url.replace(/^http/, "ws")}/stream`,
    random: (length) => new Uint8Array(length), // of pauses between connections: one caller needs no jitter
  });
  try {
    stream.subscribe(requestIdOf(sample), ({ status }) => pushed.push(clipped(status)));
    for (let waits = 0; waits < STREAM_WAITS && !stream.connected; waits++) await wait(STREAM_WAIT_MS);
    const isThere = stream.connected;
    const paid = await payQuote(parts, sample);
    for (let waits = 0; waits < STREAM_WAITS && isThere && pushed.at(-1) !== paid.outcome; waits++)
      await wait(STREAM_WAIT_MS);
    return { ...paid, pushed: isThere ? pushed : undefined };
  } finally {
    stream.close();
  }
}

/** Pays a share of the quoted amount to a deposit address. */
async function payAddress(
  parts: Parts,
  times = 1n,
  by = 1n,
): Promise<Readonly<{ paid: Paid; sample: Sample }>> {
  const payer = evmPayer(parts);
  const { route } = await parts.context.samples.of("nativeAddress");
  requireNodes(payer, route.from.chainId, route.to.chainId);
  const own = { user: payer.address, recipient: payer.address, refundTo: payer.address };
  const sample = await quoteFor(parts, "nativeAddress", own);
  const value = (BigInt(String(sample.body["amount"])) * times) / by;
  const paid = await receiving(payer, sample, () => payTo(parts, payer, sample, value));
  return { paid, sample };
}

async function payAgain(parts: Parts, sample: Sample): Promise<bigint> {
  const payer = evmPayer(parts);
  const { to, from } = sample.route;
  const balance = () => payer.balance(to.chainId, to.address, payer.address);
  const before = await balance();
  const value = (BigInt(String(sample.body["amount"])) * 3n) / 2n;
  await send(payer, from.chainId, depositAddressOf(sample), value);
  const { clock, wait } = parts.context.service;
  for (const end = clock() + EVM_MS; clock() < end; await wait(SECOND_MS)) {
    const now = await balance();
    if (now > before) return now - before;
  }
  throw new Failed(
    `a second deposit of ${value} to ${depositAddressOf(sample)}: nothing came out in ${EVM_MS / MINUTE_MS} minutes`,
  );
}

async function payStrict(parts: Parts): Promise<Paid & Readonly<{ amount: bigint; lost: bigint }>> {
  const payer = evmPayer(parts);
  const { body, route } = await smallSample(parts, "nativeAddress");
  requireNodes(payer, route.from.chainId, route.to.chainId);
  const own = { user: payer.address, recipient: payer.address, refundTo: payer.address };
  const request = { ...body, ...own, strict: true, tradeType: "EXACT_OUTPUT" };
  const answer = await parts.context.service.post("/quote/v2", request);
  if (answer.status !== 200)
    throw new NotApplicable(`the service takes no strict order: ${describe(answer)}`);
  const sample = requireHarmless(parts, { kind: "nativeAddress", route, body: request, answer });
  const amount = BigInt(String(body["amount"])) / 2n;
  const balance = () => payer.balance(route.from.chainId, NATIVE_EVM_CURRENCY, payer.address);
  const before = await balance();
  const paid = await receiving(payer, sample, () => payTo(parts, payer, sample, amount));
  return { ...paid, amount, lost: before - (await balance()) };
}

/** A payment to a deposit address from the wallet, and its end. */
async function payTo(parts: Parts, payer: EvmPayer, sample: Sample, value: bigint): Promise<Ended> {
  const hash = await send(payer, sample.route.from.chainId, depositAddressOf(sample), value);
  return { ...(await followed(parts, sample, EVM_MS)), sent: [hash] };
}

async function send(payer: EvmPayer, chainId: number, to: string, value: bigint): Promise<string> {
  const signer = payer.signer(chainId);
  try {
    const hash = await signer.sendTransaction({ chainId, to: to as EvmAddress, data: "0x", value }); // depositAddressOf, checked below
    const { success } = await signer.waitForReceipt(hash);
    if (!success) throw new Failed(`a payment of ${value} to ${to} was reverted in ${hash}`);
    return hash;
  } catch (error) {
    throw asFinding(error);
  }
}

async function payBitcoin(parts: Parts): Promise<Paid & Readonly<{ early: readonly string[] | undefined }>> {
  const { context } = parts;
  const bitcoin = bitcoinPayer(parts);
  const payer = evmPayer(parts);
  const { route } = await context.samples.of("bitcoinAddress");
  requireNodes(payer, route.to.chainId);
  const sample = await quoteFor(parts, "bitcoinAddress", { recipient: payer.address });
  let early: readonly string[] | undefined;
  const paid = await receiving(payer, sample, async () => {
    const sats = BigInt(String(sample.body["amount"]));
    const txid = await paidBy(bitcoin, depositAddressOf(sample), sats);
    early = await untilConfirmed(parts, context.explorer, txid, requestIdOf(sample));
    return { ...(await followed(parts, sample, BITCOIN_MS)), sent: [txid] };
  });
  return { ...paid, early };
}

async function paidBy(bitcoin: BitcoinPayer, address: string, sats: bigint): Promise<string> {
  try {
    return await bitcoin.pay({ address, sats });
  } catch (error) {
    throw asFinding(error);
  }
}

/** The statuses until a transaction is in a block. */
async function untilConfirmed(
  { context: { service } }: Parts,
  explorer: Explorer | undefined,
  txid: string,
  requestId: string,
): Promise<readonly string[] | undefined> {
  if (!explorer) return undefined;
  const words = new Set<string>();
  for (const end = service.clock() + BITCOIN_MS; service.clock() < end; await service.wait(5 * SECOND_MS)) {
    const { json } = await service.get(`/intents/status/v3?requestId=${encodeURIComponent(requestId)}`);
    if (await explorer.isConfirmed(txid)) break; // after the status, which is then of before the block
    words.add(String(fieldsOf(json)["status"]));
  }
  return [...words];
}

async function payPsbt(parts: Parts): Promise<Paid> {
  const { psbt } = bitcoinPayer(parts);
  const payer = evmPayer(parts);
  if (!psbt) throw new NotApplicable("a PSBT needs the key itself (CONFORMANCE_BITCOIN_WIF_FILE)");
  const { route } = await parts.context.samples.of("psbt");
  requireNodes(payer, route.to.chainId);
  const sample = await quoteFor(parts, "psbt", { user: psbt.address, recipient: payer.address });
  return receiving(payer, sample, () =>
    carryOut(
      parts,
      sample,
      { bitcoin: { signPsbt: async ({ psbtBase64 }) => psbt.sign(psbtBase64) } },
      psbt.broadcast,
    ),
  );
}

type Ended = Readonly<Pick<ExecutionResult, "outcome" | "failReason">> &
  Readonly<{ words: readonly string[]; sent: readonly string[] }>;

/** What a payment brings to the payer's own account on the destination. */
async function receiving(payer: EvmPayer, sample: Sample, pay: () => Promise<Ended>): Promise<Paid> {
  const { to } = sample.route;
  const balance = () => payer.balance(to.chainId, to.address, payer.address);
  const before = await balance();
  const ended = await pay();
  const { currencyOut } = fieldsOf(fieldsOf(sample.answer.json)["details"]);
  return {
    ...ended,
    requestId: requestIdOf(sample),
    received: (await balance()) - before,
    minimum: unitsOf(fieldsOf(currencyOut)["minimumAmount"]),
    depositAddress: sample.body["useDepositAddress"] === true ? depositAddressOf(sample) : undefined,
  };
}

/** Carries out the steps of a quote as they are, once each was checked against what was asked for. */
async function carryOut(
  { context, intents }: Parts,
  sample: Sample,
  signers: Signers,
  broadcast?: (rawTx: string) => Promise<string>,
): Promise<Ended> {
  const { clock, wait } = context.service;
  const words: string[] = [];
  try {
    const { outcome, failReason, sent } = await execute(
      readQuote(sample.body as QuoteBody, sample.answer.json),
      {
        service: intents,
        signers,
        clock,
        wait,
        bitcoinNetwork: networkOf(context.parties.bitcoin.user),
        ...(broadcast && { broadcast }),
        saveRequestId: () => {}, // the report has it
        maxInput: BigInt(String(sample.body["amount"])),
        deadline: clock() + (broadcast ? BITCOIN_MS : EVM_MS),
        onProgress: (progress) => {
          if (progress.kind === "waiting") words.push(progress.status);
        },
      },
    );
    return { outcome, failReason, sent, words };
  } catch (error) {
    throw asFinding(error);
  }
}

/** Waits until a request has ended. */
async function followed(
  { context, intents }: Parts,
  sample: Sample,
  longestMs: number,
): Promise<Omit<Ended, "sent">> {
  const { clock, wait } = context.service;
  const words: string[] = [];
  const { outcome, failReason } = await waitForOutcome({
    requestId: requestIdOf(sample),
    endpoint: undefined,
    service: intents,
    clock,
    wait,
    deadline: clock() + longestMs,
    onStatus: (word) => words.push(word),
  });
  return { outcome, failReason, words };
}

/** A quote that would lose money is the service's fault; a wallet that cannot pay is not. */
function asFinding(error: unknown): unknown {
  if (error instanceof WalletError)
    return error.code === "unsafe_quote"
      ? new Blocked("client.transaction", error.message, true)
      : new NotRun(`the payment was not made: ${error.message}`);
  if (error instanceof HttpFailure) return new NotRun(`the payment was not made: ${error.message}`);
  return error;
}

function evmPayer({ wallets: { evm } }: Parts): EvmPayer {
  if (evm) return evm;
  throw new NotApplicable("CONFORMANCE_EVM_KEY_FILE is needed");
}

function bitcoinPayer({ wallets: { bitcoin } }: Parts): BitcoinPayer {
  if (bitcoin) return bitcoin;
  throw new NotApplicable("CONFORMANCE_BITCOIN_WIF_FILE or CONFORMANCE_BITCOIN_COMMAND is needed");
}

function requireNodes({ chainIds }: EvmPayer, ...wanted: readonly number[]): void {
  const missing = wanted.filter((id) => !chainIds.includes(id)).map((id) => `CONFORMANCE_RPC_${id}`);
  if (missing.length > 0) throw new NotApplicable(`${missing.join(" and ")} is needed: the URL of a node`);
}
