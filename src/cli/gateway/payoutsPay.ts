import { createPublicClient, createWalletClient, type Hex } from "viem";
import { boundedTransport } from "../../evm/reader/boundedTransport.ts";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { createHttp } from "../../http-client/http.ts";
import type { QuoteVersionSetting } from "../../intents/quoteVersion.ts";
import { createIntentService as createGatewayService } from "../../gateway/adapters/intents/intentService.ts";
import { createRates } from "../../gateway/adapters/rates/rates.ts";
import type { Config } from "../../gateway/compose/config.ts";
import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import { changePayout } from "../../gateway/usecases/payouts/managePayouts.ts";
import {
  beginPayment,
  preparePayoutPayment,
  type Sending,
} from "../../gateway/usecases/payouts/preparePayoutPayment.ts";
import { formatDecimal } from "../../values/amount.ts";
import {
  aboutToSend,
  isPaidBy,
  takeBack,
  withSent,
  type Payout,
} from "../../gateway/domain/payouts/payout.ts";
import { HOUR_MS, MINUTE_MS } from "../../values/time.ts";
import { unsafe, WalletError, type WalletErrorCode } from "../../wallet/errors.ts";
import { execute, type ExecutionResult } from "../../wallet/execute.ts";
import { hashesOf, type ExecutionRecord } from "../../wallet/executionRecord.ts";
import { createIntentService, type IntentService } from "../../wallet/intentService.ts";
import { readQuote } from "../../wallet/quote.ts";
import type { EvmSigner } from "../../wallet/signers.ts";
import { viemSigner } from "../../wallet/viemSigner.ts";
import { readSandboxFile } from "../../gateway/compose/sandboxFile.ts";
import type { Command } from "../command.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";
import { readPrivateKey, readSecretFile } from "../secretFile.ts";
import { USAGE } from "../usage.ts";

const TIMEOUT_MS = 10_000;
const MEGABYTE = 1024 * 1024;
const LONGEST_WAIT_MS = 2 * MINUTE_MS; // the server continues to poll

/**
 * Pays an approved payout through the intent service: asks a quote from the settlement coin to the buyer's, keeps it, checks
 * and signs its steps with the merchant's key, which is read from a file and kept nowhere, and waits a while. In the sandbox
 * the sandbox wallet pays when no key is given.
 */
export const payoutsPay: Command = async (invocation) => {
  const { args, clock, print, note } = invocation;
  const given = readArguments(args, "payouts pay", { words: 1 });
  const keyFile = given.option("key-file");
  const [id] = given.words;
  if (id === undefined) throw new Error(`Expected one payout. Usage: crosstill ${USAGE["payouts pay"]}`);
  await withPersistence(invocation, async (records, config) => {
    const way = wayOf(config, keyFile);
    const gateway = { ...records, ...clientsOf(records, way, config.intentsQuoteVersion) };
    const { settlement } = await settlementOf(records, id);
    const rpcUrl = way.rpcUrls.get(settlement.chainId);
    if (rpcUrl === undefined)
      throw new Error(
        `Paying from ${settlement.chainName} needs RPC_${settlement.chainId}: the URL of a node of that chain.`,
      );
    const signer = signerOf(way.account, rpcUrl);
    const service = createIntentService({
      baseUrl: way.intentsUrl,
      ...(way.intentsApiKey ? { apiKey: way.intentsApiKey } : {}),
      quoteVersion: config.intentsQuoteVersion,
    });
    const outside = {
      signer,
      service,
      bitcoinNetwork: config.bitcoinNetwork,
      deadline: clock() + LONGEST_WAIT_MS,
    };
    const ending = await sendPayment(gateway, id, outside, note);
    const { sent, outcome } = ending;
    await recordCommand(records, "payouts pay", {
      action: "payout.sent",
      storeId: (await records.persistence.payouts.load(id))?.storeId,
      subject: id,
      after: { sent, outcome },
    });
    print(`Outcome: ${outcome}. Sent ${sent.join(", ")}; the gateway watches until the buyer has it.`);
  });
};

export type PaymentTools = Readonly<{
  signer: EvmSigner;
  service: IntentService;
  bitcoinNetwork: BitcoinNetwork;
  deadline: number;
}>;

/**
 * Quotes, keeps, signs and sends one payout. It is InProgress before anything is signed; when certainly nothing was sent it
 * waits for its payment again. Throws what preparePayoutPayment and the wallet throw.
 */
export async function sendPayment(
  gateway: Sending,
  payoutId: string,
  { signer, service, bitcoinNetwork, deadline }: PaymentTools,
  note: (text: string) => void,
): Promise<ExecutionResult> {
  const { payout, payment, request } = await preparePayoutPayment(gateway, payoutId, signer.address);
  const { coin, destination } = payout;
  const expected =
    payment.expected === undefined
      ? "what the service delivers"
      : `about ${formatDecimal(payment.expected, coin.decimals)} ${coin.symbol}`;
  const { settlement } = await settlementOf(gateway, payoutId);
  const pays = `${formatDecimal(payment.input, settlement.decimals)} ${settlement.symbol} on ${settlement.chainName}`;
  note(`${destination} gets ${expected} for ${pays} (${payment.input} smallest units).`);
  const quote = readQuote(request, payment.quote);
  if (quote.steps.some(({ kind }) => kind === "signature"))
    throw unsafe(
      "it wants something signed that is no transaction, and what that would give away cannot be seen",
    );
  const { requestId } = payment;
  const change = (decide: (now: Payout) => Payout) => changePayout(gateway, payoutId, decide);
  let sent: readonly string[] = [];
  const keepSent = () => change((now) => withSent(now, requestId, sent));
  try {
    return await execute(quote, {
      service,
      signers: { evm: signer },
      clock: gateway.clock,
      bitcoinNetwork,
      deadline,
      maxInput: payment.input,
      saveRequestId: async () => void (await beginPayment(gateway, payoutId, requestId)),
      saveRecord: async (record) => {
        sent = hashesOf(record);
        await (isAboutToSend(record) ? change((now) => aboutToSend(now, requestId)) : keepSent());
      },
      onProgress: (progress) => {
        if (progress.kind === "waiting") note(`The service says: ${progress.status}`);
      },
    });
  } catch (error) {
    if (sent.length > 0) await keepSent();
    else if (isUnsent(error)) await change((now) => (isPaidBy(now, requestId) ? takeBack(now, true) : now));
    throw error;
  }
}

function isAboutToSend({ items }: ExecutionRecord): boolean {
  return Object.values(items).some(({ state }) => state === "sending");
}

const UNSENT: ReadonlySet<WalletErrorCode> = new Set([
  ...(["service_refused", "unsafe_quote", "other_request", "signer_missing"] as const),
  ...(["wrong_chain", "wrong_signature", "not_sent"] as const),
]);

/** Certainly nothing has left the wallet. After a silence it may have, and paying again would pay twice: a person looks. */
function isUnsent(error: unknown): boolean {
  return error instanceof WalletError && UNSENT.has(error.code);
}

type Way = Readonly<{
  account: PrivateKeyAccount;
  intentsUrl: string;
  intentsApiKey: string | undefined;
  rpcUrls: ReadonlyMap<number, string>;
  ratesUrls: readonly string[];
}>;

/** The key and the services: the configured ones, or those of the running sandbox. */
function wayOf(config: Config, keyFile: string | undefined): Way {
  const sandbox = config.mode === "sandbox" ? readSandboxFile(`${config.dataDir}/sandbox.json`) : undefined;
  const key =
    keyFile === undefined ? sandbox?.wallet.evm.privateKey : readPrivateKey(readSecretFile(keyFile), keyFile);
  if (key === undefined) throw new Error(`--key-file is missing. Usage: crosstill ${USAGE["payouts pay"]}`);
  const account = privateKeyToAccount(key as Hex); // readPrivateKey has checked it; the sandbox wrote its own
  const { rpcUrls, ratesUrls, intentsUrl = "", intentsApiKey } = config;
  if (!sandbox) return { account, intentsUrl, intentsApiKey, rpcUrls, ratesUrls };
  return {
    account,
    intentsUrl: sandbox.intentsUrl,
    intentsApiKey: sandbox.intentsApiKey,
    rpcUrls: new Map(sandbox.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    ratesUrls: [...ratesUrls, `${sandbox.url}/sandbox/rates/{base}-{quote}#price`],
  };
}

function clientsOf(
  { clock }: Records,
  { intentsUrl, intentsApiKey, ratesUrls }: Way,
  setting: QuoteVersionSetting,
): Pick<Sending, "service" | "rates"> {
  const headers = intentsApiKey ? { "x-api-key": intentsApiKey } : {};
  const client = createHttp({ baseUrl: intentsUrl, maxBytes: MEGABYTE, timeoutMs: TIMEOUT_MS, headers });
  return {
    service: createGatewayService(
      { quotes: client, reads: client, quoteVersion: { setting, clock } },
      intentsApiKey !== undefined,
    ),
    rates: createRates({ urls: ratesUrls, clock, maxAgeMs: HOUR_MS }),
  };
}

async function settlementOf({ persistence }: Pick<Records, "persistence">, payoutId: string) {
  const payout = await persistence.payouts.load(payoutId);
  const merchant = payout && (await persistence.stores.load(payout.storeId));
  if (!merchant) throw new Error(`There is no payout ${payoutId}.`);
  return merchant.settings;
}

function signerOf(account: PrivateKeyAccount, rpcUrl: string): EvmSigner {
  const transport = boundedTransport(rpcUrl, { timeoutMs: TIMEOUT_MS, retryCount: 3 });
  return viemSigner(createWalletClient({ account, transport }), createPublicClient({ transport }));
}
