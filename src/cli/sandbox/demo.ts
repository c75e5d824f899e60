import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Address } from "viem";
import { z } from "zod";
import { build } from "../../gateway/compose/app.ts";
import { createEvmRpc } from "../../evm/reader/evmClient.ts";
import { createHttp, parseJson } from "../../http-client/http.ts";
import { loadConfig } from "../../gateway/compose/config.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { startSchedule } from "../../runtime/jobs/schedule.ts";
import { createLog } from "../../runtime/log.ts";
import { formatFixed, sum } from "../../values/amount.ts";
import { SECOND_MS } from "../../values/time.ts";
import { readSandboxFile, type SandboxFile } from "../../gateway/compose/sandboxFile.ts";
import { CommandFailure, type Command, type Invocation } from "../command.ts";
import { demoExample } from "./demoExample.ts";
import { demoTable, type DemoResult } from "./demoTable.ts";
import { merchantApi, payFromWallet, requireSandbox, whatIsDue } from "./pay.ts";
import { startUp } from "../gateway/serve.ts";
import { readArguments } from "../arguments.ts";

const AT_ONCE = 8;
const LONGEST_MS = 180 * SECOND_MS;

const invoiceSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  crosstill: z.looseObject({ settlements: z.array(z.looseObject({ amount: z.string().nullable() })) }),
});
type DemoInvoice = z.infer<typeof invoiceSchema>;
const callsSchema = z.object({ quotes: z.number(), status: z.number(), explorer: z.number() });

/**
 * Creates and pays many invoices in the sandbox and compares, to the unit, what the chain shows that the
 * merchant received with what the gateway reports. Uses the running sandbox, or starts a temporary one.
 */
export const demo: Command = async (invocation) => {
  const given = readArguments(invocation.args, "demo");
  const count = Number(given.option("invoices") ?? 200);
  if (!Number.isInteger(count) || count < 1 || count > 10_000) {
    throw new Error("--invoices expects a whole number from 1 to 10000.");
  }
  const config = loadConfig(invocation.env);
  if (config.mode !== "sandbox")
    throw new Error("The demo pays with sandbox coins: run it without CROSSTILL_MODE=live.");
  // The running sandbox wrote its address, which may have another port than this command's settings.
  const written = readSandboxFile(path.join(config.dataDir, "sandbox.json"))?.url;
  const running =
    (written !== undefined && (await isRunning(written))) ||
    (await isRunning(`http://127.0.0.1:${config.port}`));
  const interrupted = untilInterrupted(invocation);
  const stop = running ? async () => {} : await Promise.race([startOwn(invocation), interrupted]);
  try {
    await Promise.race([payAndCompare(config.dataDir, count, invocation), interrupted]);
  } finally {
    await stop();
  }
};

async function payAndCompare(dataDir: string, count: number, invocation: Invocation): Promise<void> {
  const result = await runDemo(requireSandbox(dataDir), count, invocation);
  invocation.print(demoTable(result));
  invocation.print(await demoExample(requireSandbox(dataDir)));
  if (!result.isRight) throw new Error("The demo found a difference: see the table above.");
}

/** Rejects at the first signal, so that a sandbox of the demo's own is stopped with its chains. */
function untilInterrupted({ onStop }: Invocation): Promise<never> {
  const interrupted = new Promise<never>((_, reject) =>
    onStop(() => reject(new CommandFailure("The demo was stopped.", 130))),
  );
  interrupted.catch(() => {}); // a rejection between its uses is no error
  return interrupted;
}

async function runDemo(file: SandboxFile, count: number, invocation: Invocation): Promise<DemoResult> {
  const { clock } = invocation;
  const startedAt = clock();
  const before = { received: await receivedBy(file), calls: await readCalls(file) };
  const ids: string[] = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      ids.push(await createAndPay(file, count - left, invocation));
      progress(invocation, "paid", ids.length, count);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
  const invoices = await untilSettled(file, new Set(ids), invocation, startedAt);
  const seconds = (clock() - startedAt) / SECOND_MS;
  const after = { received: await receivedBy(file), calls: await readCalls(file) };
  const reported = sum(
    invoices.flatMap(({ crosstill }) => crosstill.settlements.map(({ amount }) => BigInt(amount ?? "0"))),
  );
  const received = after.received - before.received;
  const settled = invoices.filter(({ status }) => status === "Settled").length;
  return {
    count,
    settled,
    seconds,
    reported,
    received,
    calls: {
      quotes: after.calls.quotes - before.calls.quotes,
      status: after.calls.status - before.calls.status,
      explorer: after.calls.explorer - before.calls.explorer,
    },
    isRight: settled === count && reported === received,
  };
}

/** An invoice of 20.00 to 120.00 USD, paid as soon as it exists. */
async function createAndPay(file: SandboxFile, number: number, { random }: Invocation): Promise<string> {
  const cents = 2_000n + (BigInt(`0x${Buffer.from(random(4)).toString("hex")}`) % 10_000n);
  const body = { amount: formatFixed(cents, 2), currency: "USD", metadata: { orderId: `demo-${number}` } };
  const { id } = invoiceSchema.parse(parseJson(await merchantApi(file).post("/invoices", body)));
  const { address, sats } = await whatIsDue(file, id);
  await payFromWallet(file, address, sats);
  return id;
}

async function untilSettled(
  file: SandboxFile,
  ids: ReadonlySet<string>,
  invocation: Invocation,
  startedAt: number,
): Promise<readonly DemoInvoice[]> {
  for (;;) {
    const mine = (await allInvoices(file)).filter(({ id }) => ids.has(id));
    const settled = mine.filter(({ status }) => status === "Settled").length;
    progress(invocation, "settled", settled, ids.size);
    if (settled === ids.size || invocation.clock() - startedAt > LONGEST_MS) return mine;
    await delay(SECOND_MS);
  }
}

const PAGE = 1000;

async function allInvoices(file: SandboxFile): Promise<readonly DemoInvoice[]> {
  const all: DemoInvoice[] = [];
  for (let skip = 0; ; skip += PAGE) {
    const answer = await merchantApi(file).get(`/invoices?skip=${skip}&take=${PAGE}`);
    const page = z.array(invoiceSchema).parse(parseJson(answer));
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** What the merchant's address holds on the destination chain, read from the chain itself. */
async function receivedBy({ chains, settlement }: SandboxFile): Promise<bigint> {
  const chain = chains.find(({ id }) => id === settlement.chainId);
  if (!chain) throw new Error(`sandbox.json names no chain ${settlement.chainId}.`);
  return createEvmRpc(chain.rpcUrl).readContract({
    address: settlement.currency as Address, // both are addresses: this process or its server wrote the file
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [settlement.recipient as Address],
  });
}

async function readCalls({ url }: SandboxFile): Promise<z.infer<typeof callsSchema>> {
  const http = createHttp({ baseUrl: url, timeoutMs: 5_000, maxBytes: 4096 });
  return callsSchema.parse(parseJson(await http.get("/sandbox/calls")));
}

async function isRunning(url: string): Promise<boolean> {
  try {
    await createHttp({ baseUrl: url, timeoutMs: 2_000, maxBytes: 4096 }).get("/sandbox/calls");
    return true;
  } catch {
    return false;
  }
}

async function startOwn({ env, clock, random, print }: Invocation): Promise<() => Promise<void>> {
  const config = loadConfig(env);
  print(`No sandbox is running on port ${config.port}, so one is started for the demo.`);
  const log = createLog(config.logLevel);
  const app = await build(config, { clock, random, log });
  await startUp(app);
  const schedule = startSchedule(app.jobs, { log, clock });
  return async () => {
    await schedule.stop();
    await app.close();
  };
}

const BAR = 30;

/** A bar that redraws itself on a terminal; elsewhere a line every tenth. */
function progress({ print }: Invocation, what: string, done: number, count: number): void {
  const bar = "█".repeat(Math.floor((done * BAR) / count)).padEnd(BAR, "░");
  if (process.stdout.isTTY)
    process.stdout.write(`\r  ${bar} ${done}/${count} ${what}   ${done === count ? "\n" : ""}`);
  else if (done > 0 && done % Math.max(1, Math.floor(count / 10)) === 0) print(`  ${done}/${count} ${what}`);
}
