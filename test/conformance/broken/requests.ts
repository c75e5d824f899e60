import { everyData, everyStep, type Json } from "../proxy.ts";
import {
  BITCOIN,
  isAmount,
  isEvmAddress,
  isQuote,
  refuses,
  takesDeposits,
  ZERO,
  type BrokenService,
} from "./brokenService.ts";

const asNumber = (value: unknown): string =>
  Number(value).toLocaleString("en", { useGrouping: false, maximumFractionDigits: 0 });

const without = (sent: Json, field: string): Json => {
  const { [field]: _, ...others } = sent;
  return others;
};

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** A request whose calls were changed, with the amount that they then need. */
const withCalls = (sent: Json, change: (call: Json) => Json): Json =>
  isList(sent["txs"]) ? { ...sent, txs: sent["txs"].map(change) } : sent;

/** Section 2.1: what a quote request may say and what must be refused. */
export const REQUEST_FAULTS: readonly BrokenService[] = [
  {
    name: "reads a hexadecimal amount",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      /^0x[0-9a-f]+$/i.test(String(sent["amount"]))
        ? { ...sent, amount: String(BigInt(String(sent["amount"]))) }
        : sent,
  },
  {
    name: "reads an amount with an exponent",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      /^\d+e\d+$/i.test(String(sent["amount"])) ? { ...sent, amount: asNumber(sent["amount"]) } : sent,
  },
  {
    name: "cuts off the fraction of an amount",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      /^\d+\.\d+$/.test(String(sent["amount"]))
        ? { ...sent, amount: String(sent["amount"]).split(".")[0] }
        : sent,
  },
  {
    name: "drops the sign of a negative amount",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      /^-\d+$/.test(String(sent["amount"])) ? { ...sent, amount: String(sent["amount"]).slice(1) } : sent,
  },
  {
    name: "takes amounts as JSON numbers, which lose digits",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      typeof sent["amount"] === "number" ? { ...sent, amount: asNumber(sent["amount"]) } : sent,
  },
  {
    name: "takes a missing amount for a default",
    section: "2.1",
    harms: false,
    reads: (sent) => ("amount" in sent ? sent : { ...sent, amount: "1000000" }),
  },
  {
    name: "takes any trade type for an exact input",
    section: "2.1",
    harms: false,
    reads: (sent) =>
      ["EXACT_INPUT", "EXACT_OUTPUT", "EXPECTED_OUTPUT"].includes(String(sent["tradeType"]))
        ? sent
        : { ...sent, tradeType: "EXACT_INPUT" },
  },
  {
    name: "takes the amount of an exact output for the input",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      sent["tradeType"] === "EXACT_OUTPUT" && !sent["txs"] && sent["useDepositAddress"] !== true
        ? { ...sent, tradeType: "EXACT_INPUT" }
        : sent,
  },
  {
    name: "takes the amount of an exact input for the output",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      sent["tradeType"] === "EXACT_INPUT" && sent["useDepositAddress"] !== true && isAmount(sent["amount"])
        ? { ...sent, tradeType: "EXACT_OUTPUT", amount: String(BigInt(String(sent["amount"])) / 2n) }
        : sent,
  },
  {
    name: "quotes without a user",
    section: "2.1",
    harms: false,
    reads: (sent) =>
      "user" in sent
        ? sent
        : { ...sent, user: sent["refundTo"] ?? "0x1111111111111111111111111111111111111111" },
  },
  {
    name: "quotes an unknown origin chain as one that it knows",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      [BITCOIN, 31337, 31338].includes(Number(sent["originChainId"])) || sent["originChainId"] === undefined
        ? sent
        : { ...sent, originChainId: 31337 },
  },
  {
    name: "quotes an unknown destination chain as one that it knows",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      [BITCOIN, 31337, 31338].includes(Number(sent["destinationChainId"])) ||
      sent["destinationChainId"] === undefined
        ? sent
        : { ...sent, destinationChainId: sent["originChainId"] === 31338 ? 31337 : 31338 },
  },
  {
    name: "does without originChainId",
    section: "2.1",
    harms: true,
    reads: (sent) => ("originChainId" in sent ? sent : { ...sent, originChainId: 31337 }),
  },
  {
    name: "sends to the user instead of a recipient that it cannot read",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      typeof sent["recipient"] === "string" &&
      Number(sent["destinationChainId"]) !== BITCOIN &&
      !isEvmAddress(sent["recipient"])
        ? {
            ...sent,
            recipient: isEvmAddress(sent["user"])
              ? "0x1111111111111111111111111111111111111111"
              : sent["user"],
          }
        : sent,
  },
  {
    name: "demands a recipient on every route",
    section: "2.1",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && exchange.asked["recipient"] === undefined),
  },
  {
    name: "refuses the zero address as user of a deposit address",
    section: "2.1",
    row: "quote.user.any",
    harms: false,
    answers: refuses(({ asked }) => takesDeposits(asked) && asked["user"] === ZERO),
  },
  {
    name: "sends no native coins in the transaction of a quote that pays in native coins",
    section: "2.1",
    row: "quote.native",
    harms: false,
    answers: everyData((data, asked) =>
      !takesDeposits(asked) && asked["originCurrency"] === ZERO && "value" in data
        ? { ...data, value: "0" }
        : data,
    ),
  },
  {
    name: "refuses currencies that are named by their symbols",
    section: "2.1",
    row: "quote.symbols",
    harms: false,
    answers: refuses(({ asked }) => /^[A-Za-z]{2,6}$/.test(String(asked["originCurrency"]))),
  },
  {
    name: "refuses usePermit when it is false",
    section: "2.1",
    row: "quote.use-permit",
    harms: false,
    answers: refuses(({ asked }) => asked["usePermit"] === false),
  },
  {
    name: "refuses useExternalLiquidity when it is false",
    section: "2.1",
    row: "quote.use-external-liquidity",
    harms: false,
    answers: refuses(({ asked }) => asked["useExternalLiquidity"] === false),
  },
  {
    name: "accepts a referrer only when it consists of letters",
    section: "2.1",
    row: "quote.referrer",
    harms: false,
    answers: refuses(({ asked }) => /[^a-z]/i.test(String(asked["referrer"] ?? ""))),
  },
  {
    name: "refuses requests with usePermit",
    section: "2.1",
    row: "quote.use-permit",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && "usePermit" in exchange.asked),
  },
  {
    name: "refuses requests with useExternalLiquidity",
    section: "2.1",
    row: "quote.use-external-liquidity",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && "useExternalLiquidity" in exchange.asked),
  },
  {
    name: "refuses requests with a referrer",
    section: "2.1",
    row: "quote.referrer",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && "referrer" in exchange.asked),
  },
];

/** Section 4.1: calls on the destination chain. */
export const CALL_FAULTS: readonly BrokenService[] = [
  {
    name: "takes calls with an exact input",
    section: "4.1",
    harms: false,
    reads: (sent) =>
      isList(sent["txs"]) && sent["tradeType"] === "EXACT_INPUT" && sent["useDepositAddress"] !== true
        ? { ...sent, tradeType: "EXACT_OUTPUT" }
        : sent,
  },
  {
    name: "corrects an amount that is not the sum of the calls' values",
    section: "4.1",
    harms: true,
    reads: (sent) =>
      isList(sent["txs"]) &&
      sent["txs"].length > 0 &&
      sent["txs"].every(({ value }) => isAmount(String(value)))
        ? { ...sent, amount: String(sent["txs"].reduce((sum, { value }) => sum + BigInt(String(value)), 0n)) }
        : sent,
  },
  {
    name: "leaves the calls out and sends the money to the user",
    section: "4.1",
    harms: true,
    reads: (sent) => (isList(sent["txs"]) ? without(sent, "txs") : sent),
  },
  {
    name: "calls another contract when it cannot read the one in txs",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      withCalls(sent, (call) =>
        isEvmAddress(call["to"]) ? call : { ...call, to: "0x1111111111111111111111111111111111111111" },
      ),
  },
  {
    name: "calls without data when the data is not hexadecimal",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      withCalls(sent, (call) =>
        /^0x([0-9a-f]{2})*$/i.test(String(call["data"])) ? call : { ...call, data: "0x" },
      ),
  },
  {
    name: "refuses a call with the numeric value 0",
    section: "2.1",
    harms: false,
    answers: refuses(
      (exchange) =>
        isQuote(exchange) &&
        isList(exchange.asked["txs"]) &&
        exchange.asked["txs"].some(({ value }) => value === 0),
    ),
  },
  {
    name: "shows other calls in its quote than were asked for",
    section: "4.1",
    harms: true,
    answers: (exchange) =>
      isQuote(exchange) && isList(exchange.asked["txs"])
        ? {
            answer: {
              ...exchange.answer,
              protocol: {
                v2: {
                  orderData: {
                    output: {
                      calls: exchange.asked["txs"].map((call) => ({
                        ...call,
                        to: "0x1111111111111111111111111111111111111111",
                      })),
                    },
                  },
                },
              },
            },
          }
        : undefined,
  },
  {
    name: "asks for less than the calls spend",
    section: "4.1",
    harms: false,
    answers: everyStep((step, asked) =>
      isList(asked["txs"]) && asked["originCurrency"] === ZERO
        ? { ...step, items: step.items.map((item) => ({ ...item, data: { ...item.data, value: "1" } })) }
        : step,
    ),
  },
];
