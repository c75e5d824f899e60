import { expect } from "chai";
import { textReport } from "../../src/conformance/report/text.ts";
import { readySolver } from "../network/quote/solverAccount.ts";
import { API_KEY, startWorld, type World } from "../network/world.ts";
import {
  everyData,
  everyItem,
  everyStep,
  keepAnswers,
  startProxy,
  statusAnswer,
  type Defect,
  type Json,
  type Step,
} from "./proxy.ts";
import { idsOf, runOn } from "./runOn.ts";

const chainsAnswer = (change: (chain: Json) => Json): Defect => {
  return ({ url, answer }) => {
    if (!url.pathname.endsWith("/chains")) return undefined;
    return { answer: { ...answer, chains: (answer["chains"] as Json[]).map(change) } };
  };
};
/** A quote that the service refuses is given all the same, when the request is one that the defect takes. */
const taken = (isTaken: (asked: Json) => boolean): Defect => {
  return ({ url, status, asked }) =>
    status >= 400 && url.pathname.endsWith("/quote/v2") && isTaken(asked)
      ? { status: 200, answer: { steps: [{}] } }
      : undefined;
};
const isEvm = (step: Step) =>
  typeof step["depositAddress"] === "string" && /^0x/.test(step["depositAddress"]);

/** Each changes one thing, and breaks the row by whose name it goes. */
const DEFECTS: Readonly<Record<string, Readonly<{ row: string; defect: Defect }>>> = {
  "values are numbers": {
    row: "item.value",
    defect: everyData((data) =>
      data["value"] === undefined ? data : { ...data, value: Number(data["value"]) },
    ),
  },
  "amounts of details and fees are numbers": {
    row: "service.amounts",
    defect: ({ answer, status, url }) => {
      if (status !== 200 || !url.pathname.endsWith("/quote/v2")) return undefined;
      const fees = answer["fees"] as Record<string, Json>;
      return {
        answer: {
          ...answer,
          fees: { ...fees, app: { ...fees["app"], amount: Number(fees["app"]?.["amount"]) } },
        },
      };
    },
  },
  "no requestId": {
    row: "step.request-id",
    defect: everyStep(({ requestId: _, ...step }) => step as Step),
  },
  "the same requestId for every quote": {
    row: "step.request-id",
    defect: (exchange) =>
      statusAnswer((answer, url) =>
        url.search === "?requestId=0x1" ? { ...answer, status: "waiting" } : undefined,
      )(exchange) ??
      everyStep((step) => ({
        ...step,
        requestId: "0x1",
        items: step.items.map((item) => ({
          ...item,
          ...(item.check && { check: { ...item.check, endpoint: "/intents/status?requestId=0x1" } }),
        })),
      }))(exchange),
  },
  "a hash is taken for an id": {
    row: "get.status.hash",
    defect: statusAnswer((answer) => (answer["status"] === "unknown" ? { status: "waiting" } : undefined)),
  },
  "the check endpoint is a full URL": {
    row: "item.check",
    defect: everyItem(({ check, ...item }, _, step) =>
      check
        ? {
            ...item,
            check: {
              ...check,
              endpoint: `https://elsewhere.example/intents/status?requestId=${String(step["requestId"])}`,
            },
          }
        : item,
    ),
  },
  "the check endpoint has a version": {
    row: "version.check",
    defect: everyItem(({ check, ...item }) =>
      check
        ? {
            ...item,
            check: { ...check, endpoint: String(check["endpoint"]).replace("status?", "status/v3?") },
          }
        : item,
    ),
  },
  "deposit addresses do not end in d": {
    row: "deposit.d",
    defect: everyStep((step) => {
      if (!isEvm(step)) return step;
      const address = String(step["depositAddress"]);
      const other = `${address.slice(0, -1)}c`;
      const items = step.items.map((item) => ({
        ...item,
        data: Object.fromEntries(
          Object.entries(item.data).map(([name, value]) => [
            name,
            typeof value === "string"
              ? value.replace(address, other).replace(address.slice(2), other.slice(2))
              : value,
          ]),
        ),
      }));
      return { ...step, depositAddress: other, items };
    }),
  },
  "no depositAddress": {
    row: "step.deposit-address",
    defect: everyStep(({ depositAddress: _, ...step }) => step as Step),
  },
  "the deposit is not the amount": {
    row: "deposit.step",
    defect: everyData((data, _, step) =>
      isEvm(step) && data["data"] === "0x"
        ? { ...data, value: String(BigInt(String(data["value"])) + 1n) }
        : data,
    ),
  },
  "items have no status": { row: "item.status", defect: everyItem(({ status: _, ...item }) => item) },
  "steps have no items": { row: "step.items", defect: everyStep((step) => ({ ...step, items: [] })) },
  "steps have no action": { row: "step.action", defect: everyStep(({ action: _, ...step }) => step as Step) },
  "steps are of no kind that there is": {
    row: "step.kind",
    defect: everyStep((step) => ({ ...step, kind: "tx" })),
  },
  "transactions come from another account": {
    row: "item.from",
    defect: everyData((data) =>
      data["from"] === undefined ? data : { ...data, from: `0x${"ab".repeat(20)}` },
    ),
  },
  "chain ids are strings": {
    row: "item.chain-id",
    defect: everyData((data) =>
      data["chainId"] === undefined ? data : { ...data, chainId: String(data["chainId"]) },
    ),
  },
  "gas prices are numbers": {
    row: "item.gas",
    defect: everyData((data) =>
      data["maxFeePerGas"] === undefined ? data : { ...data, maxFeePerGas: Number(data["maxFeePerGas"]) },
    ),
  },
  "the deposit comes before its approval": {
    row: "steps.order",
    defect: ({ url, status, answer }) =>
      status === 200 && url.pathname.endsWith("/quote/v2")
        ? { answer: { ...answer, steps: (answer["steps"] as Step[]).toReversed() } }
        : undefined,
  },
  "a status has another name": {
    row: "status.value",
    defect: statusAnswer(({ status, ...rest }) => ({ ...rest, state: status })),
  },
  "a new request is pending": {
    row: "state.waiting",
    defect: statusAnswer((answer) =>
      answer["status"] === "waiting" ? { ...answer, status: "pending" } : undefined,
    ),
  },
  "the plain status path is not there": {
    row: "get.check",
    defect: ({ url }) =>
      url.pathname.endsWith("/intents/status")
        ? { status: 404, answer: { message: "Nothing is here." } }
        : undefined,
  },
  "a status without an id fails": {
    row: "get.status",
    defect: ({ url, status }) =>
      status === 400 && url.pathname.endsWith("/status/v3") ? { status: 500, answer: {} } : undefined,
  },
  "chains list no currencies": {
    row: "chains.solver-currencies",
    defect: chainsAnswer(({ solverCurrencies: _, ...chain }) => chain),
  },
  "Bitcoin has 18 decimals": {
    row: "bitcoin.currency",
    defect: chainsAnswer((chain) =>
      chain["id"] === 8253038
        ? {
            ...chain,
            solverCurrencies: (chain["solverCurrencies"] as Json[]).map((one) => ({
              ...one,
              decimals: 18,
              symbol: "BTC",
            })),
          }
        : chain,
    ),
  },
  "a calls' amount need not be their sum": {
    row: "call.sum",
    defect: taken(({ txs, amount }) => {
      const values = ((txs ?? []) as Json[]).map(({ value }) => String(value));
      return (
        values.length === 1 &&
        /^\d+$/.test(values[0]!) &&
        values[0] !== amount &&
        /^0x.{40}$/.test(String(((txs ?? []) as Json[])[0]?.["to"]))
      );
    }),
  },
  "calls take EXACT_INPUT": {
    row: "call.exact-output",
    defect: taken(({ txs, tradeType }) => txs !== undefined && tradeType === "EXACT_INPUT"),
  },
  "deposit addresses take calls": {
    row: "deposit.no-calls",
    defect: taken(({ txs, useDepositAddress }) => txs !== undefined && useDepositAddress === true),
  },
  "deposit addresses take an exact output": {
    row: "deposit.exact-input",
    defect: taken(
      ({ txs, useDepositAddress, strict, tradeType }) =>
        txs === undefined &&
        useDepositAddress === true &&
        strict === undefined &&
        tradeType === "EXACT_OUTPUT",
    ),
  },
  "any amount is taken": { row: "quote.amount", defect: taken(({ amount }) => amount === "-1") },
  "any trade type is taken": {
    row: "quote.trade-type",
    defect: taken(({ tradeType }) => tradeType === "TOGGLE"),
  },
  "any chain is taken": {
    row: "quote.origin-chain",
    defect: taken(({ originChainId }) => originChainId === 999_999_937),
  },
  "usePermit is refused": {
    row: "quote.use-permit",
    defect: ({ asked }) =>
      asked["usePermit"] === undefined
        ? undefined
        : { status: 400, answer: { message: "What is usePermit?" } },
  },
  "a key is needed": {
    row: "key.optional",
    defect: ({ asked }) =>
      asked["x-api-key"] === undefined ? { status: 401, answer: { message: "Send a key." } } : undefined,
  },
  "users without coins get quotes": {
    row: "bitcoin.insufficient-funds",
    defect: ({ status, answer }) =>
      status === 400 && answer["errorCode"] === "INSUFFICIENT_FUNDS"
        ? { status: 200, answer: { steps: [{}] } }
        : undefined,
  },
  "a PSBT pays another amount": {
    row: "item.psbt",
    defect: everyData((data) => (data["psbt"] === undefined ? data : { ...data, psbt: "70736274ff" })),
  },
  "errors are texts": {
    row: "x.errors",
    defect: ({ status, answer }) =>
      status === 400 && answer["errorCode"] === "INVALID_REQUEST"
        ? { answer: { message: answer["message"] } }
        : undefined,
  },
};

describe("a service with one defect", () => {
  const kept = keepAnswers();
  let world: World;
  let user: string;
  before(async () => {
    world = await startWorld({ twoChains: true, elevatedPerSecond: 10_000 });
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.mine();
    await world.tick();
    await readySolver(world.evm, world.network.solver.evm);
    user = (await world.evm.wallet(10)).address;
  });
  after(() => world.close());

  for (const [what, { row, defect }] of Object.entries(DEFECTS))
    it(`${what}: ${row} fails and nothing else`, async () => {
      const broken = await startProxy(world.url, defect, kept);
      const report = await runOn(broken.url, { apiKey: API_KEY, parties: { user } }).finally(broken.close);
      expect(idsOf(report, "failed"), textReport(report)).to.deep.equal([row]);
      expect(idsOf(report, "not-run"), textReport(report)).to.deep.equal([]);
    });
});
