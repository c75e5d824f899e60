import { expect } from "chai";
import { textReport } from "../../src/conformance/report/text.ts";
import { API_KEY, startWorld, type World } from "../network/world.ts";
import { readySolver } from "../network/quote/solverAccount.ts";
import type { BrokenService } from "./broken/brokenService.ts";
import { wrap, type Recording } from "./broken/wrapped.ts";
import type { Defect, Exchange, Json } from "./proxy.ts";
import { idsOf, runOn } from "./runOn.ts";

const ROWS = [
  ...["v3.quote", "v3.deposit-address", "v3.amounts", "v3.fees", "v3.errors", "v3.permits"],
  ...["v3.requests", "v3.keys", "v3.tokens", "v3.price", "v3.successors"],
];
const STRANGER = "0xd0000000000000000000000000000000000000bd";

const isAt = ({ url }: Exchange, path: string) => url.pathname.endsWith(path);
/** Changes the answers of one path that have this status. */
const at =
  (path: string, change: (answer: Json, exchange: Exchange) => unknown, wanted = 200): Defect =>
  (exchange) =>
    isAt(exchange, path) && exchange.status === wanted
      ? { answer: change(exchange.answer, exchange) }
      : undefined;
const steps = (change: (step: Json, asked: Json) => Json): Defect =>
  at("/quote/v3", (answer, { asked }) => ({
    ...answer,
    steps: (answer["steps"] as Json[]).map((step) => change(step, asked)),
  }));
const rows = (change: (row: Json) => Json): Defect =>
  at("/requests/v3", (answer) => ({ ...answer, requests: (answer["requests"] as Json[]).map(change) }));

/** Services that break one rule of version 3, as service-facts-v3 has it. */
const BROKEN: Readonly<Record<string, Readonly<{ row: string; answers: Defect; harms?: true }>>> = {
  "nests its steps as version 2 does": {
    row: "v3.quote",
    answers: steps(({ data, status, ...step }) => ({ ...step, items: [{ data, status }] })),
  },
  "has the request in its steps only": {
    row: "v3.quote",
    answers: at("/quote/v3", ({ requestId, steps: all, ...answer }) => ({
      ...answer,
      steps: (all as Json[]).map((step) => ({ ...step, requestId })),
    })),
  },
  "sends a wallet's money to a stranger": {
    row: "v3.quote",
    harms: true,
    answers: steps(({ data, ...step }, asked) =>
      asked["useDepositAddress"] === true
        ? { ...step, data }
        : { ...step, data: { ...(data as Json), to: STRANGER } },
    ),
  },
  "writes a deposit address as a text": {
    row: "v3.deposit-address",
    answers: steps((step) =>
      step["depositAddress"] === null
        ? step
        : { ...step, depositAddress: (step["depositAddress"] as Json)["address"] },
    ),
  },
  "gives a strict address where none was asked for": {
    row: "v3.deposit-address",
    answers: steps((step) =>
      step["depositAddress"] === null
        ? step
        : { ...step, depositAddress: { ...(step["depositAddress"] as Json), type: "strict" } },
    ),
  },
  "sends a deposit elsewhere than to the address": {
    row: "v3.deposit-address",
    harms: true,
    answers: steps(({ data, ...step }, asked) =>
      asked["useDepositAddress"] === true
        ? { ...step, data: { ...(data as Json), to: STRANGER } }
        : { ...step, data },
    ),
  },
  "writes amounts as numbers": {
    row: "v3.amounts",
    answers: at("/quote/v3", (answer) => {
      const { currencyOut, ...details } = answer["details"] as Record<string, Json>;
      return { ...answer, details: { ...details, currencyOut: { ...currencyOut, minimumAmount: 1_000 } } };
    }),
  },
  "keeps the fees of version 2": {
    row: "v3.fees",
    answers: at("/quote/v3", (answer) => ({ ...answer, fees: { relayer: { amount: "1" } } })),
  },
  "has no code in its errors": {
    row: "v3.errors",
    answers: at("/quote/v3", ({ message }) => ({ message }), 400),
  },
  "has texts in errorData": {
    row: "v3.errors",
    answers: at("/quote/v3", (answer) => ({ ...answer, errorData: "too little" }), 400),
  },
  "has signatures of version 3 posted where version 2 answers": {
    row: "v3.permits",
    answers: steps(({ data, ...step }) => {
      const { post } = data as { post?: Json };
      const earlier = { ...post, endpoint: "/execute/permits" };
      return { ...step, data: post ? { ...(data as Json), post: earlier } : data };
    }),
  },
  "answers other people's requests to an id": {
    row: "v3.requests",
    answers: rows((row) => ({ ...row, id: "0x1" })),
  },
  "answers other people's requests to an address": {
    row: "v3.requests",
    answers: (exchange) =>
      isAt(exchange, "/requests/v3") && exchange.url.searchParams.has("depositAddress")
        ? { answer: { requests: [{ id: "0x1", depositAddress: { address: STRANGER, type: "open" } }] } }
        : undefined,
  },
  "ignores a filter that it does not know": {
    row: "v3.requests",
    answers: (exchange) =>
      isAt(exchange, "/requests/v3") && exchange.url.searchParams.has("depositTxHash")
        ? { answer: { requests: [{ id: "0x1", depositAddress: null, data: { route: {} } }] } }
        : undefined,
  },
  'says "N/A" where there is no reason': {
    row: "v3.requests",
    answers: rows((row) => ({ ...row, data: { ...(row["data"] as Json), failReason: "N/A" } })),
  },
  "answers a call without a key with 403": {
    row: "v3.keys",
    answers: (exchange) =>
      isAt(exchange, "/quote/v3") && !exchange.asked["x-api-key"] && !exchange.asked["authorization"]
        ? { status: 403, answer: { message: "No.", errorCode: "FORBIDDEN" } }
        : undefined,
  },
  "lets caches keep access tokens": {
    row: "v3.tokens",
    answers: (exchange) =>
      isAt(exchange, "/access-tokens") ? { headers: { "cache-control": "max-age=60" } } : undefined,
  },
  "takes a key and a token together": {
    row: "v3.tokens",
    answers: (exchange) =>
      isAt(exchange, "/quote/v3") && exchange.status === 401 ? { status: 200, answer: {} } : undefined,
  },
  "does not take the tokens that it makes": {
    row: "v3.tokens",
    answers: (exchange) =>
      isAt(exchange, "/access-tokens") ? { answer: { ...exchange.answer, token: "not.a.token" } } : undefined,
  },
  "tells prices of version 2 as numbers": {
    row: "v3.price",
    answers: at("/price/v2", () => ({ price: 1.5 })),
  },
  "announces an end without a successor": {
    row: "v3.successors",
    answers: (exchange) =>
      isAt(exchange, "/quote/v2") ? { headers: { deprecation: "@1795564800" } } : undefined,
  },
  "has ended a path and names no successor": {
    row: "v3.successors",
    answers: (exchange) =>
      isAt(exchange, "/requests/v2") ? { status: 410, answer: { message: "Gone." } } : undefined,
  },
};

describe("the conformance checks of version 3", () => {
  const recording: Recording = new Map();
  let world: World;
  let user: string;
  before(async () => {
    world = await startWorld({ twoChains: true, elevatedPerSecond: 10_000 });
    await readySolver(world.evm, world.network.solver.evm);
    user = (await world.evm.wallet(10)).address;
  });
  after(() => world.close());

  const judge = (answers: Defect) => {
    const broken: BrokenService = { name: "", section: "", harms: false, answers };
    return runOn(world.url, {
      apiKey: API_KEY,
      parties: { user },
      send: wrap(broken, recording),
      only: ["get.status", "quote.standard", ...ROWS],
    });
  };

  it("pass on a service that offers it, and on one that announces the end of version 2", async () => {
    const report = await judge(() => undefined);
    expect(idsOf(report, "passed"), textReport(report)).to.include.members(ROWS);
    const link = '</quote/v3>; rel="successor-version"';
    const announced = await judge((exchange) =>
      isAt(exchange, "/quote/v2")
        ? {
            headers: { deprecation: "@1795564800", link },
            answer: { ...exchange.answer, deprecation: { successor: "/quote/v3" } },
          }
        : undefined,
    );
    expect(idsOf(announced, "passed"), textReport(announced)).to.include.members(ROWS);
  });

  it("do not fail a service without it", async () => {
    const report = await judge((exchange) =>
      isAt(exchange, "/quote/v3") || isAt(exchange, "/access-tokens")
        ? { status: 404, answer: { message: "Route POST:/quote/v3 not found" } }
        : undefined,
    );
    expect(idsOf(report, "not-applicable"), textReport(report)).to.deep.equal(ROWS);
  });

  for (const [name, { row, answers, harms }] of Object.entries(BROKEN))
    it(`fail a service that ${name}`, async () => {
      const report = await judge(answers);
      const verdict = harms ? "harmful" : "failed";
      expect(idsOf(report, verdict), textReport(report)).to.deep.equal([row]);
    });
});
