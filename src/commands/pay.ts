import path from "node:path";
import { z } from "zod";
import { createHttp, parseJson, type HttpClient } from "../chain/http.ts";
import { loadConfig } from "../config.ts";
import { parseDecimal } from "../money/amount.ts";
import { readSandboxFile, type SandboxFile } from "../app/sandboxFile.ts";
import type { Command } from "./command.ts";

const USAGE = "pay <invoice id or checkout link>";
const BTC_DECIMALS = 8;

const methodsSchema = z.array(
  z.looseObject({ paymentMethodId: z.string(), destination: z.string(), due: z.string() }),
);
const paidSchema = z.object({ txid: z.string() });

/** Pays what an invoice of the running sandbox still asks for, in Bitcoin, from the sandbox wallet. */
export const pay: Command = async ({ args, env, print }) => {
  const [target] = args;
  const invoiceId = /([A-Za-z0-9]{20,})\/?$/.exec(target ?? "")?.[1];
  if (invoiceId === undefined)
    throw new Error(
      `Expected an invoice id or a checkout link, got "${target ?? ""}". Usage: crosstill ${USAGE}`,
    );
  const file = requireSandbox(loadConfig(env).dataDir);
  const { address, sats } = await whatIsDue(file, invoiceId);
  const txid = await payFromWallet(file, address, sats);
  print(`Paid ${sats} sats to ${address}\n${txid}`);
};

/** DATA_DIR/sandbox.json, or an error that says how to come by one. */
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
