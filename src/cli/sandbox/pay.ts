import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, encodeFunctionData, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { createHttp, HttpFailure, parseJson, type HttpClient } from "../../http-client/http.ts";
import { loadConfig } from "../../gateway/compose/config.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { parseDecimal } from "../../values/amount.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import { statusMeaning } from "../../intents/status.ts";
import { readSandboxFile, type SandboxFile } from "../../gateway/compose/sandboxFile.ts";
import { MINUTE_MS, type Clock } from "../../values/time.ts";
import { execute, type ExecutionResult } from "../../wallet/execute.ts";
import { createIntentService } from "../../wallet/intentService.ts";
import type { ItemData, WalletQuote } from "../../wallet/quote.ts";
import type { Signers } from "../../wallet/signers.ts";
import { viemSigner } from "../../wallet/viemSigner.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const BITCOIN_METHOD = "BTC-CHAIN";
const RPC_TIMEOUT_MS = 10_000;
const RECEIPT_EVERY_MS = 500;
const INVOICE_EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 5 * MINUTE_MS; // the sandbox has a block every ten seconds

const methodsSchema = z.array(
  z.looseObject({
    paymentMethodId: z.string(),
    destination: z.string(),
    due: z.string(),
    currency: z.string(),
    additionalData: z.looseObject({
      chainId: z.number(),
      tokenAddress: z.string(),
      decimals: z.number(),
      direct: z.boolean().optional(),
    }),
  }),
);
const paidSchema = z.object({ txid: z.string() });
const invoiceSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  crosstill: z.looseObject({
    due: z.looseObject({ chainId: z.number(), currency: z.string(), recipient: z.string() }),
    requests: z.array(z.looseObject({ requestId: z.string(), depositAddress: z.string().nullish() })),
  }),
});

type PayableInvoice = z.infer<typeof invoiceSchema>;

const TOO_LATE =
  "The invoice has expired: what is paid now comes late, and counts for what it brings (Expired, PaidLate).";

/**
 * Pays what an invoice of the running sandbox still asks for from the sandbox wallet: in Bitcoin, or by the method that
 * --method names; with --wait it stays until the intent service has passed the money on, or until the gateway has settled an
 * invoice that was paid directly. Throws, so that the exit code is 1, when five minutes do not show how it ends, or when the
 * service has failed.
 */
export const pay: Command = async ({ args, env, clock, print, note }) => {
  const given = readArguments(args, "pay", { words: 1 });
  const isWaiting = given.has("wait");
  const method = given.option("method") ?? BITCOIN_METHOD;
  const [target] = given.words;
  const invoiceId = /([A-Za-z0-9]{20,})\/?$/.exec(target ?? "")?.[1];
  if (invoiceId === undefined)
    throw new Error(
      `Expected an invoice id or a checkout link, got "${target ?? ""}". Usage: crosstill ${USAGE.pay}`,
    );
  const file = requireSandbox(loadConfig(env).dataDir);
  const due = await dueBy(file, invoiceId, method);
  const invoice = invoiceSchema.parse(parseJson(await merchantApi(file).get(`/invoices/${invoiceId}`)));
  if (invoice.status === "Expired") note(TOO_LATE);
  const ending = await execute(quoteOf(file, invoice, due), {
    service: createIntentService({ baseUrl: file.intentsUrl, apiKey: file.intentsApiKey }),
    signers: {
      bitcoin: { payAddress: ({ address, sats }) => payFromWallet(file, address, sats) },
      ...evmWallet(file, due.chainId),
    },
    bitcoinNetwork: "regtest",
    clock,
    saveRequestId: () => {}, // the gateway has it
    onProgress: (progress) => {
      if (progress.kind === "item-sent") print(`Paid ${due.said} to ${due.address}\n${progress.hash}`);
      if (progress.kind === "waiting" && isWaiting) note(`The service says: ${progress.status}`);
    },
    deadline: clock() + (isWaiting && !due.isDirect ? LONGEST_WAIT_MS : 0),
  });
  if (!isWaiting) return;
  if (due.isDirect) print(await waitForGateway(file, invoiceId, clock));
  else printEnding(ending, due, print);
};

/**
 * Waits until the gateway has settled an invoice whose payment goes straight to the merchant: the intent service never sees
 * it. Throws when five minutes do not show it.
 */
async function waitForGateway(file: SandboxFile, invoiceId: string, clock: Clock): Promise<string> {
  const deadline = clock() + LONGEST_WAIT_MS;
  for (;;) {
    const answer = await merchantApi(file).get(`/invoices/${invoiceId}`);
    const { status, additionalStatus } = invoiceSchema.parse(parseJson(answer));
    const isPaid = status === "Settled" || additionalStatus === "PaidLate";
    if (isPaid)
      return `Outcome: success. The payment went straight to the merchant, and the invoice is ${status}.`;
    if (clock() >= deadline)
      throw new Error(
        `Outcome: undecided. After ${LONGEST_WAIT_MS / MINUTE_MS} minutes the invoice is still ${status}. It goes on by itself; its page shows how it ends.`,
      );
    await delay(INVOICE_EVERY_MS);
  }
}

/** How it ended, and what the hashes are of. Throws when it has not, or not well. */
function printEnding(
  { outcome, status, hashes, failReason }: ExecutionResult,
  due: Due,
  print: (text: string) => void,
): void {
  switch (outcome) {
    case "success":
      return print(
        [`Outcome: success. The service has paid the merchant for your ${due.said}, by`, ...hashes].join(
          "\n",
        ),
      );
    case "refund":
      return print(
        [`Outcome: refund. The service has sent back what is left of your ${due.said}, by`, ...hashes].join(
          "\n",
        ),
      );
    case "failure":
      throw new Error(
        `Outcome: failure. The service could not convert the ${due.said}: ${failReason ?? "it does not say why"}. It may still send them back; the invoice's page shows it.`,
      );
    case "undecided":
      throw new Error(
        `Outcome: undecided. After ${LONGEST_WAIT_MS / MINUTE_MS} minutes the service still says "${status}". ${waitedFor(status, due)} The invoice goes on by itself; its page shows how it ends.`,
      );
  }
}

function waitedFor(status: string, { chainId }: Due): string {
  if (statusMeaning(status) !== "waiting") return "It is at work on the payment.";
  return chainId === BITCOIN_CHAIN_ID
    ? "No block came with the payment: mine one (POST /sandbox/bitcoin/mine), or let them come (POST /sandbox/bitcoin/automine)."
    : "It has not seen the payment yet.";
}

/** What a method asks for, in smallest units of its coin. */
type Due = Readonly<{
  address: string;
  units: bigint;
  said: string; // the amount for people
  chainId: number;
  currency: string;
  isDirect: boolean; // paid to the merchant's own address
}>;

/** An invoice's method as the quote that the gateway got for it: one payment to its deposit address. */
function quoteOf(file: SandboxFile, { id, crosstill }: PayableInvoice, due: Due): WalletQuote {
  const { due: settlement, requests } = crosstill;
  const { address, units, chainId, currency } = due;
  const requestId = requests.find(({ depositAddress }) => depositAddress === address)?.requestId;
  if (requestId === undefined) throw new Error(`Invoice ${id} names no request for ${address}.`);
  const deposit = { id: "deposit", kind: "transaction", requestId, depositAddress: address } as const;
  const { bitcoin, evm } = file.wallet;
  return {
    request: {
      user: chainId === BITCOIN_CHAIN_ID ? bitcoin.address : evm.address,
      originChainId: chainId,
      originCurrency: currency,
      amount: String(units),
      destinationChainId: settlement.chainId,
      destinationCurrency: settlement.currency,
      recipient: settlement.recipient,
      tradeType: "EXACT_INPUT",
      useDepositAddress: true,
    },
    steps: [
      {
        ...deposit,
        action: undefined,
        description: undefined,
        items: [{ status: "incomplete", data: paymentOf(due), check: undefined }],
      },
    ],
    requestId,
    statedInput: String(units),
    operation: "bridge",
    references: [requestId],
  };
}

/** A plain payment, or a call of the token's contract that transfers. */
function paymentOf({ address, units, chainId, currency }: Due): ItemData {
  if (chainId === BITCOIN_CHAIN_ID || currency === NATIVE_EVM_CURRENCY)
    return { to: address, data: "0x", value: String(units), chainId };
  const args = [address as EvmAddress, units] as const; // the gateway has checked the address
  return {
    to: currency,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }),
    value: "0",
    chainId,
  };
}

/** The sandbox wallet's account as a payer's own program would have it, where the chain is one of the sandbox's EVM chains. */
function evmWallet({ chains, wallet }: SandboxFile, chainId: number): Pick<Signers, "evm"> {
  const chain = chains.find(({ id }) => id === chainId);
  if (!chain) return {};
  const transport = http(chain.rpcUrl, { timeout: RPC_TIMEOUT_MS });
  const account = privateKeyToAccount(wallet.evm.privateKey as Hex); // the sandbox wrote it
  const client = { transport, pollingInterval: RECEIPT_EVERY_MS };
  return { evm: viemSigner(createWalletClient({ account, ...client }), createPublicClient(client)) };
}

/** DATA_DIR/sandbox.json, or an error that explains how to get one. */
export function requireSandbox(dataDir: string): SandboxFile {
  const file = readSandboxFile(path.join(dataDir, "sandbox.json"));
  if (file) return file;
  throw new Error(`There is no sandbox.json in ${dataDir}. Start the sandbox first: npm start`);
}

/** What an invoice asks for in Bitcoin: address and sats. */
export async function whatIsDue(
  file: SandboxFile,
  invoiceId: string,
): Promise<Readonly<{ address: string; sats: bigint }>> {
  const { address, units } = await dueBy(file, invoiceId, BITCOIN_METHOD);
  return { address, sats: units };
}

/** What an invoice asks for by a method, which is chosen unless the payer has done so. */
async function dueBy(file: SandboxFile, invoiceId: string, methodId: string): Promise<Due> {
  const api = merchantApi(file);
  const list = async () =>
    methodsSchema.parse(parseJson(await api.get(`/invoices/${invoiceId}/payment-methods`)));
  const find = async () => {
    const all = await list();
    const found = all.find((method) => method.paymentMethodId === methodId.toUpperCase());
    if (found) return found;
    const known = all.map(({ paymentMethodId }) => paymentMethodId).join(", ");
    throw new Error(`Expected one of the payment methods ${known}; got "${methodId}".`);
  };
  let method = await find();
  if (method.destination === "") {
    const path = `/invoices/${invoiceId}/payment-methods/${methodId.toUpperCase()}/activate`;
    await api.post(path, {}).catch(async (error: unknown) => {
      const others = (await list()).map(({ paymentMethodId }) => paymentMethodId);
      throw nameMethods(
        error,
        others.filter((id) => id !== method.paymentMethodId),
      );
    });
    method = await find();
  }
  const { destination: address, due, additionalData } = method;
  if (due.startsWith("-") || due === "0") throw new Error("Nothing is due on this invoice.");
  const { chainId, tokenAddress: currency, decimals, direct: isDirect = false } = additionalData;
  const units = parseDecimal(due, decimals);
  const said = chainId === BITCOIN_CHAIN_ID ? `${units} sats` : `${due} ${method.currency}`;
  return { address, units, said, chainId, currency, isDirect };
}

const refusalSchema = z.looseObject({ message: z.string() });

/** The gateway's reason why an invoice has no price in a method, such as an amount that is too small, with the other methods. */
function nameMethods(error: unknown, others: readonly string[]): unknown {
  if (!(error instanceof HttpFailure) || typeof error.body !== "string" || others.length === 0) return error;
  const refusal = refusalSchema.safeParse(
    parseJson({ status: 0, bytes: new Uint8Array(), body: error.body }),
  );
  const reason = refusal.success ? refusal.data.message : error.message;
  return new Error(`${reason} Choose another way to pay with --method: ${others.join(", ")}.`, {
    cause: error,
  });
}

/** Pays sats to an address from the sandbox wallet; returns the txid. */
export async function payFromWallet(file: SandboxFile, address: string, sats: bigint): Promise<string> {
  const http = createHttp({ baseUrl: file.url, timeoutMs: 20_000, maxBytes: 65_536 });
  return paidSchema.parse(
    parseJson(await http.post("/sandbox/bitcoin/pay", { address, sats: sats.toString() })),
  ).txid;
}

/** The merchant API of the sandbox's store. */
export function merchantApi({ url, storeId, apiKey }: SandboxFile): HttpClient {
  const headers = { authorization: `token ${apiKey}` };
  return createHttp({
    baseUrl: `${url}/api/v1/stores/${storeId}`,
    headers,
    timeoutMs: 30_000,
    maxBytes: 64 * 1024 * 1024,
  });
}
