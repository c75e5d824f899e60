import path from "node:path";
import { z } from "zod";
import { createHttp, parseJson, type HttpClient } from "../chain/http.ts";
import { loadConfig } from "../config.ts";
import { parseDecimal } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../protocol/identifiers.ts";
import { readSandboxFile, type SandboxFile } from "../app/sandboxFile.ts";
import { MINUTE_MS } from "../time.ts";
import { execute } from "../wallet/execute.ts";
import { createIntentService } from "../wallet/intentService.ts";
import type { WalletQuote } from "../wallet/quote.ts";
import type { Command } from "./command.ts";

const USAGE = "pay <invoice id or checkout link> [--wait]";
const BTC_DECIMALS = 8;
const LONGEST_WAIT_MS = 5 * MINUTE_MS; // the sandbox has a block every ten seconds

const methodsSchema = z.array(
  z.looseObject({ paymentMethodId: z.string(), destination: z.string(), due: z.string() }),
);
const paidSchema = z.object({ txid: z.string() });
const invoiceSchema = z.looseObject({
  crosstill: z.looseObject({
    due: z.looseObject({ chainId: z.number(), currency: z.string(), recipient: z.string() }),
    requests: z.array(z.looseObject({ requestId: z.string(), depositAddress: z.string().nullish() })),
  }),
});

/**
 * Pays what an invoice of the running sandbox still asks for, in Bitcoin, from the sandbox wallet; with --wait it stays until
 * the intent service has passed the money on.
 */
export const pay: Command = async ({ args, env, clock, print }) => {
  const [target] = args.filter((arg) => arg !== "--wait");
  const invoiceId = /([A-Za-z0-9]{20,})\/?$/.exec(target ?? "")?.[1];
  if (invoiceId === undefined)
    throw new Error(
      `Expected an invoice id or a checkout link, got "${target ?? ""}". Usage: crosstill ${USAGE}`,
    );
  const file = requireSandbox(loadConfig(env).dataDir);
  const due = await whatIsDue(file, invoiceId);
  const { outcome, hashes } = await execute(await quoteOf(file, invoiceId, due), {
    service: createIntentService({ baseUrl: file.intentsUrl, apiKey: file.intentsApiKey }),
    signers: { bitcoin: { payAddress: ({ address, sats }) => payFromWallet(file, address, sats) } },
    bitcoinNetwork: "regtest",
    clock,
    saveRequestId: () => {}, // the gateway has it
    onProgress: (progress) => {
      if (progress.kind === "item-sent") print(`Paid ${due.sats} sats to ${due.address}\n${progress.hash}`);
    },
    deadline: clock() + (args.includes("--wait") ? LONGEST_WAIT_MS : 0),
  });
  if (args.includes("--wait")) print([`Outcome: ${outcome}`, ...hashes].join("\n"));
};

type Due = Readonly<{ address: string; sats: bigint }>;

/** The invoice's Bitcoin method as the quote that the gateway got for it: one payment to its deposit address. */
async function quoteOf(file: SandboxFile, invoiceId: string, { address, sats }: Due): Promise<WalletQuote> {
  const { crosstill } = invoiceSchema.parse(parseJson(await merchantApi(file).get(`/invoices/${invoiceId}`)));
  const { due, requests } = crosstill;
  const requestId = requests.find(({ depositAddress }) => depositAddress === address)?.requestId;
  if (requestId === undefined) throw new Error(`Invoice ${invoiceId} names no request for ${address}.`);
  const data = { to: address, data: "0x", value: String(sats), chainId: BITCOIN_CHAIN_ID };
  const deposit = { id: "deposit", kind: "transaction", requestId, depositAddress: address } as const;
  return {
    request: {
      user: file.wallet.bitcoin.address,
      ...{ originChainId: BITCOIN_CHAIN_ID, originCurrency: BTC_CURRENCY, amount: String(sats) },
      ...{ destinationChainId: due.chainId, destinationCurrency: due.currency, recipient: due.recipient },
      ...{ tradeType: "EXACT_INPUT", useDepositAddress: true },
    },
    steps: [{ ...deposit, action: undefined, description: undefined, items: [{ status: "incomplete", data, check: undefined }] }], // prettier-ignore
    ...{ requestId, statedInput: String(sats), operation: "bridge", references: [requestId] },
  };
}

/** DATA_DIR/sandbox.json, or an error that says how to come by one. */
export function requireSandbox(dataDir: string): SandboxFile {
  const file = readSandboxFile(path.join(dataDir, "sandbox.json"));
  if (file) return file;
  throw new Error(`There is no sandbox.json in ${dataDir}. Start the sandbox first: npm start`);
}

/** What an invoice asks for in Bitcoin: address and sats. */
export async function whatIsDue(file: SandboxFile, invoiceId: string): Promise<Due> {
  const api = merchantApi(file);
  const answer = await api.get(`/invoices/${invoiceId}/payment-methods`);
  const bitcoin = methodsSchema
    .parse(parseJson(answer))
    .find((method) => method.paymentMethodId === "BTC-CHAIN");
  if (!bitcoin || bitcoin.destination === "")
    throw new Error("This invoice has no Bitcoin address yet. Open its checkout link and choose Bitcoin.");
  if (bitcoin.due.startsWith("-") || bitcoin.due === "0") throw new Error("Nothing is due on this invoice.");
  return { address: bitcoin.destination, sats: parseDecimal(bitcoin.due, BTC_DECIMALS) };
}

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
