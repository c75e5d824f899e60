import express from "express";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { createIntentService, execute, type EvmSigner, type ExecuteOptions, type Progress, type WalletError } from "../../src/wallet/index.ts"; // prettier-ignore
import type { QuoteBody, WalletQuote } from "../../src/wallet/quote.ts";
import { testClock, type TestClock } from "../support/clock.ts";

export const USER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
export const DEPOSIT = "0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeed";
export const DEPOSITORY = "0x4cd00e387622c35bddb9b4c962c136462338bc31";
export const TOKEN = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
export const ZERO = "0x0000000000000000000000000000000000000000";
export const REQUEST_ID = `0x${"5a".repeat(32)}`;
export const AMOUNT = 1_000_000n;

/** What the service was asked, and what it will say. A status may be a word, a body or an HTTP error. */
export type Said = string | Record<string, unknown> | Readonly<{ http: number; retryAfter?: string }>;
export type FakeService = Readonly<{
  url: string;
  calls: string[]; // "POST /transactions/index"
  bodies: Record<string, unknown>[];
  steps: unknown[];
  extra: Record<string, unknown>; // next to the steps
  statuses: Said[]; // one for each look; the last is repeated
  answers: Record<string, Said | undefined>; // of other paths
  close(): Promise<void>;
}>;

/** A service over real HTTP that answers what a test tells it. */
export async function startService(): Promise<FakeService> {
  const app = express().use(express.json());
  const service = { calls: [], bodies: [], steps: [], extra: {}, statuses: ["success"], answers: {} } as Omit<
    FakeService,
    "url" | "close"
  >;
  app.use((request, response) => {
    service.calls.push(`${request.method} ${request.url}`);
    service.bodies.push((request.body ?? {}) as Record<string, unknown>); // express parsed JSON
    const say = (said: Said) => {
      if (typeof said === "string") return void response.json({ status: said });
      if ("http" in said) {
        if (said.retryAfter) response.set("retry-after", String(said.retryAfter));
        return void response.status(Number(said.http)).json({ message: "not now", errorCode: "SOME_CODE" });
      }
      response.json(said);
    };
    const answer = service.answers[request.path];
    if (answer !== undefined) return say(answer);
    if (request.path === "/quote/v2") return say({ steps: service.steps, ...service.extra });
    if (!request.path.startsWith("/intents/status")) return say({ message: "Success" });
    say(service.statuses.length > 1 ? service.statuses.shift()! : service.statuses[0]!);
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { ...service, url: `http://127.0.0.1:${port}`, close };
}

/** A step as the service writes it; `data` is merged into the data of its only item. */
export function stepOf(
  data: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: "deposit",
    action: "Confirm",
    description: "Deposit",
    kind: "transaction",
    requestId: REQUEST_ID,
    depositAddress: "",
    items: [{ status: "incomplete", data, check: { endpoint: `/intents/status?requestId=${REQUEST_ID}`, method: "GET" } }],
    ...changes,
  }; // prettier-ignore
}

export const calls = (
  to: string,
  value: string | number = "0",
  data = "0x49290c1c",
): Record<string, unknown> => {
  return { from: USER, to, data, value, chainId: 8453 };
};

export const transferOf = (receiver: string, amount: bigint): string =>
  `0xa9059cbb${receiver.slice(2).padStart(64, "0")}${amount.toString(16).padStart(64, "0")}`;
export const approvalOf = (spender: string, amount: bigint): string =>
  transferOf(spender, amount).replace("a9059cbb", "095ea7b3");

export const NATIVE: QuoteBody = {
  user: USER,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: ZERO,
  destinationCurrency: ZERO,
  amount: String(AMOUNT),
  tradeType: "EXACT_INPUT",
};
export const TOKENS: QuoteBody = { ...NATIVE, originCurrency: TOKEN };

/** A wallet that keeps what it was asked to send. Its receipts are there at once. */
export type FakeWallet = EvmSigner & {
  log: string[]; // in the order in which things happened
  sent: Parameters<EvmSigner["sendTransaction"]>[0][];
  chain: number;
  canSwitch: boolean;
  sendFails: Error | undefined;
  receipt: () => Promise<Readonly<{ success: boolean }>>;
};
export function fakeWallet(): FakeWallet {
  const unused = (): never => {
    throw new Error("This wallet signs no messages.");
  };
  const wallet: FakeWallet = {
    log: [],
    sent: [],
    chain: 8453,
    canSwitch: true,
    sendFails: undefined,
    receipt: async () => ({ success: true }),
    address: USER,
    chainId: async () => wallet.chain,
    async switchChain(id) {
      if (!wallet.canSwitch) throw new Error("The wallet knows no such chain.");
      wallet.chain = id;
    },
    async sendTransaction(transaction) {
      if (wallet.sendFails) throw wallet.sendFails;
      wallet.sent.push(transaction);
      wallet.log.push(`send ${transaction.to}`);
      return hashOf(wallet.sent.length);
    },
    async waitForReceipt(hash) {
      wallet.log.push(`receipt ${hash.slice(-1)}`);
      return { hash, ...(await wallet.receipt()) };
    },
    signMessage: unused,
    signTypedData: unused,
  };
  return wallet;
}
export const hashOf = (count: number): `0x${string}` => `0x${String(count).padStart(64, "0")}`;

/** Everything that `execute` needs but signers, and what came of it. */
export type Till = Readonly<{
  service: FakeService;
  clock: TestClock;
  waits: number[];
  progress: Progress[];
  records: unknown[]; // every record that was saved, as the JSON that a file would hold
  requestIds: string[];
  quote(body: QuoteBody, steps: unknown[], extra?: Record<string, unknown>): Promise<WalletQuote>;
  pay(quote: WalletQuote, options: Pick<ExecuteOptions, "signers"> & Partial<ExecuteOptions>): ReturnType<typeof execute>;
}>; // prettier-ignore

export async function openTill(): Promise<Till> {
  const service = await startService();
  const client = createIntentService({ baseUrl: service.url, apiKey: "a-key" });
  const clock = testClock();
  const till: Till = {
    service,
    clock,
    waits: [],
    progress: [],
    records: [],
    requestIds: [],
    quote(body, steps, extra = {}) {
      service.steps.splice(0, service.steps.length, ...steps);
      Object.assign(service.extra, extra);
      return client.quote(body);
    },
    pay: (quote, options) =>
      execute(quote, {
        service: client,
        clock,
        saveRequestId: (id) => void till.requestIds.push(id),
        saveRecord: (record) => void till.records.push(JSON.parse(JSON.stringify(record))),
        onProgress: (event) => void till.progress.push(event),
        async wait(ms) {
          till.waits.push(ms);
          clock.advance(ms);
          await turn(); // lets real sockets speak
        },
        ...options,
      }),
  };
  return till;
}

/** The WalletError that work ends in. */
export async function errorOf(work: Promise<unknown>): Promise<WalletError> {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  if (error instanceof Error && error.name === "WalletError") return error as WalletError; // by its name
  throw new Error("Expected a WalletError.", { cause: error });
}
