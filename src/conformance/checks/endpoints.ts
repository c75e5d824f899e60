import { encodeFunctionData, parseAbi, type Hex } from "viem";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { SECOND_MS } from "../../values/time.ts";
import { statusMeaning } from "../../intents/status.ts";
import {
  accepted,
  allRefused,
  allRefusedSafely,
  expect,
  expectSafe,
  readFacts,
  isRefusal,
  type Check,
  type Context,
} from "../check.ts";
import { Blocked, Failed, NotApplicable } from "../finding.ts";
import { fieldsOf, textOf } from "../json.ts";
import { findHarms } from "../payer/harms.ts";
import { isNative, sampleAmount, type ListedCurrency } from "../routes.ts";
import { anotherAmount, isUnavailable, readSteps, requestIdOf, type Body } from "../samples.ts";
import { describe, type Answer } from "../service.ts";
import { shown } from "../shown.ts";
import { checkOf } from "./quoteResponse.ts";

/** Interface specification 2.3, 2.4 and 3, as far as they show without a payment. */
export const STATUS_CHECKS: readonly Check[] = [
  {
    rows: ["status.value"],
    async run(context) {
      const answer = await statusOf(context);
      const { status } = fieldsOf(answer.json);
      expect(
        textOf(status) !== undefined,
        `expected a status in words, got ${answer.fault ? describe(answer) : shown(status)}`,
      );
      return `status ${shown(status)}`;
    },
  },
  {
    rows: ["state.waiting"],
    async run(context) {
      const { status } = fieldsOf((await statusOf(context)).json);
      if (textOf(status) === undefined)
        throw new Blocked("status.value", `expected "waiting", got ${shown(status)}`);
      expect(status === "waiting", `a new request: expected "waiting", got ${shown(status)}`);
      return "a new request is waiting";
    },
  },
  {
    rows: ["chains.solver-currencies"],
    async run(context) {
      const { chains } = context;
      for (const { id, entry, currencies } of chains) {
        const list = entry["solverCurrencies"];
        expect(Array.isArray(list), `chain ${id}: expected a list solverCurrencies, got ${shown(list)}`);
        expect(
          list.length === 0 || currencies.length > 0 || entry["disabled"] === true,
          `chain ${id}: expected currencies with an address, got ${shown(list[0])}`,
        );
      }
      const quoted = await quoteListed(context);
      return `${chains.length} chains with ${chains.reduce((sum, { currencies }) => sum + currencies.length, 0)} currencies, ${quoted} of them quoted`;
    },
  },
];

const routerAbi = parseAbi([
  "function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)",
  "function cleanupNative(uint256 amount, address recipient)",
]);
const laterRouterAbi = parseAbi([
  "function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)",
  "function cleanupNative(uint256 amount, address recipient, bytes metadata)",
]);

/** Interface specification 4.1 to 4.3, 8 and 9. */
export const ENDPOINT_CHECKS: readonly Check[] = [
  {
    rows: ["get.chains"],
    async run({ chains, routes }) {
      const others = chains.length - routes.evmChains.length - (routes.hasBitcoin ? 1 : 0);
      return `${routes.evmChains.length} EVM chains, ${routes.hasBitcoin ? "Bitcoin" : "no Bitcoin"}, ${others} others`;
    },
  },
  {
    rows: ["post.quote"],
    async run({ service, samples }) {
      const { answer, steps } = await samples.bridge();
      expect(
        /^application\/json/i.test(answer.contentType),
        `expected the content type application/json, got ${shown(answer.contentType)}`,
      );
      for (const [what, sent] of [
        ["a body that is no JSON", "{"],
        ["a body that is no object", "[]"],
      ] as const) {
        const wrong = await service.post("/quote/v2", sent);
        expect(isRefusal(wrong), `${what}: expected a refusal (400 to 499), got ${describe(wrong)}`);
      }
      return `200, application/json, steps: ${steps.length}; what is no JSON object is refused`;
    },
  },
  {
    rows: ["quote.standard"],
    async run({ samples, routes }) {
      const sample = await samples.bridge();
      if (routes.token && routes.native) await samples.of("native");
      return `${Object.keys(sample.body).length} fields are enough for a bridge`;
    },
  },
  {
    rows: ["call.exact-output", "limit.call-trade-type"],
    async run(context) {
      const { body } = await context.samples.of("call");
      return allRefused(context, { "a call with EXACT_INPUT": { ...body, tradeType: "EXACT_INPUT" } });
    },
  },
  {
    rows: ["call.sum", "limit.call-amount"],
    async run(context) {
      const { body } = await context.samples.of("call");
      const amount = BigInt(String(body["amount"]));
      return allRefusedSafely(context, {
        "an amount above the sum of the values": { ...body, amount: String(amount + 1n) },
        "an amount below it": { ...body, amount: String(amount - 1n) },
      });
    },
  },
  {
    rows: ["call.approval", "error.approval"],
    run: (context) => withApprovals(context, [1n]),
  },
  {
    rows: ["call.zero-first"],
    run: (context) => withApprovals(context, [0n, 1n]),
  },
  {
    rows: ["call.cleanup-native"],
    run: (context) =>
      withCleanup(context, (recipient) => [
        encodeFunctionData({ abi: routerAbi, functionName: "cleanupNative", args: [0n, recipient] }),
        encodeFunctionData({
          abi: laterRouterAbi,
          functionName: "cleanupNative",
          args: [0n, recipient, "0x"],
        }),
      ]),
  },
  {
    rows: ["call.cleanup-erc20s"],
    run: (context) =>
      withCleanup(context, (recipient) => {
        const lists = [[tokenOf(context)], [recipient], [0n]] as const;
        return [
          encodeFunctionData({ abi: routerAbi, functionName: "cleanupErc20s", args: lists }),
          encodeFunctionData({ abi: laterRouterAbi, functionName: "cleanupErc20s", args: [...lists, "0x"] }),
        ];
      }),
  },
  {
    rows: ["get.status", "version.paths"],
    async run(context) {
      const answer = await statusOf(context);
      expect(answer.status === 200, `the status of a new request: expected 200, got ${describe(answer)}`);
      const without = await context.service.get("/intents/status/v3");
      expect(
        without.status >= 400 && without.status < 500,
        `no requestId: expected 400 to 499, got ${describe(without)}`,
      );
      return `200 by requestId, ${without.status} without`;
    },
  },
  {
    rows: ["get.check"],
    async run(context) {
      const id = await idOf(context);
      const v3 = await statusOf(context);
      const plain = await context.service.get(`/intents/status?requestId=${encodeURIComponent(id)}`);
      expect(plain.status === 200, `GET /intents/status: expected 200, got ${describe(plain)}`);
      const [one, other] = [fieldsOf(plain.json)["status"], fieldsOf(v3.json)["status"]];
      expect(one === other, `expected the status of /intents/status/v3, ${shown(other)}, got ${shown(one)}`);
      return `GET /intents/status says ${shown(one)}, too`;
    },
  },
  {
    rows: ["get.status.hash"],
    async run(context) {
      const hash = madeUpHash(await idOf(context));
      const came: string[] = [];
      for (const path of ["/intents/status/v3", "/intents/status"]) {
        const answer = await context.service.get(`${path}?requestId=${hash}`);
        const { status } = fieldsOf(answer.json);
        expect(
          answer.status < 500,
          `a hash that is no request's id: expected no error of ${path}, got ${describe(answer)}`,
        );
        expect(
          answer.status !== 200 || statusMeaning(status) === "unknown",
          `a hash that is no request's id: expected no state of a request from ${path}, got ${shown(status)}`,
        );
        came.push(`${answer.status}, status ${shown(status)}`);
      }
      return `a hash that is no request's id: ${came.join("; ")}`;
    },
  },
  {
    rows: ["limit.poll", "client.poll"],
    async run(context) {
      const { service } = context;
      const path = `/intents/status/v3?requestId=${encodeURIComponent(await idOf(context))}`;
      for (let polls = 0; polls < POLLS; polls++) {
        if (polls > 0) await service.wait(SECOND_MS);
        const { status } = await service.get(path, { atOnce: true });
        expect(
          status !== 429,
          `poll ${polls + 1}, a second after the one before: expected no limit, got 429`,
        );
        if (status !== 200) throw new Blocked("get.status", `poll ${polls + 1} was answered with ${status}`);
      }
      return `${POLLS} polls, one a second`;
    },
  },
  {
    rows: ["version.check"],
    async run({ samples }) {
      const sample = await samples.bridge();
      const endpoint = checkOf(sample, requestIdOf(sample));
      expect(
        !/\/v\d+\b/.test(endpoint.split("?")[0] ?? ""),
        `expected no version in the check endpoint, got ${shown(endpoint)}`,
      );
      return shown(endpoint.split("?")[0]);
    },
  },
];

const POLLS = 5;
const MOST_COINS = 16; // for which a deposit address is asked, beside those of the samples

/** Asks for a deposit address for coins that no sample pays with: what is listed and cannot be paid with is lost. */
async function quoteListed(context: Context): Promise<number> {
  const coins = context.routes.evmChains.flatMap(({ currencies }) => currencies).slice(0, MOST_COINS);
  let quoted = 0;
  for (const coin of coins) if (await isQuoted(context, coin)) quoted++;
  return quoted;
}

/** True for a coin that has a deposit address. Throws Harmful for one that is refused, or has other decimals than listed. */
async function isQuoted(context: Context, coin: ListedCurrency): Promise<boolean> {
  const { routes, parties, service } = context;
  const to = [routes.native?.to, routes.token?.to, routes.native?.from, routes.swap?.to].find(
    (one) => one !== undefined && one.chainId !== coin.chainId,
  );
  if (!to) return false;
  const what = `a deposit address for ${shown(coin.symbol)} (${shown(coin.address)}) of chain ${coin.chainId}`;
  const request = (amount: bigint): Body => ({
    user: parties.user,
    recipient: parties.recipient,
    refundTo: parties.recipient,
    originChainId: coin.chainId,
    originCurrency: coin.address,
    destinationChainId: to.chainId,
    destinationCurrency: to.address,
    amount: String(amount),
    tradeType: "EXACT_INPUT",
    useDepositAddress: true,
  });
  let amount = sampleAmount(coin);
  for (let tries = 1; tries <= MOST_AMOUNTS; tries++) {
    const body = request(amount);
    const answer = await service.post("/quote/v2", body);
    if (answer.status === 200) {
      const [harm] = findHarms(readFacts(context), { body, answer, steps: readSteps(what, answer) });
      expectSafe(harm === undefined, `${what}: ${harm?.says}`);
      return true;
    }
    const said = describe(answer);
    const other = anotherAmount(said, amount, 1_000n);
    expectSafe(
      other !== undefined || !isRefusal(answer) || isUnavailable(said),
      `${what}: expected a quote for a coin that is listed, got ${said}`,
    );
    if (other === undefined || other === 0n) return false;
    amount = other;
  }
  return false;
}

const MOST_AMOUNTS = 6;

/** The id of a request that nothing was paid to. */
async function idOf({ samples }: Context): Promise<string> {
  return requestIdOf(await samples.bridge());
}

/** The answer about that request. */
async function statusOf(context: Context): Promise<Answer> {
  return context.service.get(`/intents/status/v3?requestId=${encodeURIComponent(await idOf(context))}`);
}

/** 32 bytes that look like a transaction's hash, and are the id of no request. */
function madeUpHash(id: string): string {
  const turned = [...id.replace(/^0x/, "").toLowerCase()]
    .toReversed()
    .join("")
    .replace(/[^0-9a-f]/g, "5");
  return `0x${turned.padEnd(64, "5").slice(0, 63)}${turned.startsWith("7") ? "8" : "7"}`;
}

/** A call after approvals of a token, exact ones; the token is one that the destination chain lists. */
async function withApprovals(context: Context, amounts: readonly bigint[]): Promise<string> {
  const { body } = await context.samples.of("call");
  const calls = amounts.map((amount) => {
    const args = [context.parties.recipient as Hex, amount] as const; // an address of ours
    return {
      to: tokenOf(context),
      value: "0",
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
    };
  });
  await accepted(
    context,
    { ...body, txs: [...calls, ...callsOf(body)] },
    `approvals of ${amounts.join(" and ")} before the call`,
  );
  return `approvals of ${amounts.join(" and ")} before the call are quoted`;
}

/** A call that leaves coins at the router, and one that sweeps them. */
async function withCleanup(
  context: Context,
  encode: (recipient: Hex) => readonly [Hex, Hex],
): Promise<string> {
  const { body } = await context.samples.of("call");
  const chain = context.chains.find(({ id }) => id === body["destinationChainId"]);
  const router = textOf(fieldsOf(chain?.entry["contracts"])["erc20Router"]);
  if (router === undefined || !/^0x[0-9a-fA-F]{40}$/.test(router))
    throw new NotApplicable(
      "the service does not say where its router is (contracts.erc20Router of /chains)",
    );
  const amount = String(body["amount"]);
  const ways = encode(context.parties.recipient as Hex); // an address of ours
  let said = "";
  for (const data of ways) {
    const txs = [...callsOf(body), { to: router, value: "0", data }];
    const answer = await context.service.post("/quote/v2", { ...body, amount, txs });
    if (answer.status === 200)
      return `a cleanup at the router ${router} is quoted (steps: ${readSteps("call", answer).length})`;
    said = describe(answer);
  }
  throw new Failed(`a cleanup at the router ${router}: expected a quote, got ${said}`);
}

function callsOf(body: Body): readonly unknown[] {
  return body["txs"] as readonly unknown[]; // the sample's own
}

/** A token of the chain on which calls are made. Throws NotApplicable. */
function tokenOf({ routes, chains }: Context): Hex {
  const chain = chains.find(({ id }) => id === routes.native?.to.chainId);
  const token = chain?.currencies.find((one) => !isNative(one) && /^0x[0-9a-fA-F]{40}$/.test(one.address));
  if (token) return token.address as Hex; // checked by the line above
  throw new NotApplicable("the service lists no token on the destination chain of calls");
}
