import { everyData, everyItem, everyStep, type Defect, type Json, type Step } from "../proxy.ts";
import {
  APPROVE,
  argument,
  EVM_STRANGER,
  isEvmWallet,
  isQuote,
  ofStep,
  takesDeposits,
  withArgument,
  ZERO,
  type BrokenService,
} from "./brokenService.ts";

const ONE_ID = `0x${"ab".repeat(32)}`;

const inDeposits = (change: (data: Json, asked: Json) => Json) =>
  everyData((data, asked, step) =>
    isEvmWallet(asked) && ofStep(step, "deposit") ? change(data, asked) : data,
  );

const inApprovals = (change: (data: Json, asked: Json) => Json) =>
  everyData((data, asked) => (String(data["data"]).startsWith(APPROVE) ? change(data, asked) : data));

/** A deposit to this contract, or the approval for it. */
const movedTo = (contract: string, data: Json): Json =>
  String(data["data"]).startsWith(APPROVE)
    ? { ...data, data: withArgument(data["data"], 0, contract) }
    : { ...data, to: contract };

/** Changes the transactions of wallets in the quotes of a run after the third. */
const fromFourthQuote = (change: (data: Json) => Json): Defect => {
  const ids = new Set<unknown>();
  return everyData((data, asked, step) => {
    if (!isEvmWallet(asked)) return data;
    ids.add(step["requestId"]);
    return ids.size > 3 && data["to"] !== asked["recipient"] ? change(data) : data;
  });
};

const withSteps = (change: (steps: readonly Step[], asked: Json) => readonly Step[]): Defect => {
  return (exchange) =>
    isQuote(exchange)
      ? {
          answer: {
            ...exchange.answer,
            steps: change(exchange.answer["steps"] as readonly Step[], exchange.asked),
          },
        }
      : undefined;
};

const withValue = (change: (value: string) => unknown) =>
  everyData((data) => ("value" in data ? { ...data, value: change(String(data["value"])) } : data));

/** Section 2.2: the form of a quote. */
export const QUOTE_FAULTS: readonly BrokenService[] = [
  { name: "quotes without steps", section: "2.2", harms: false, answers: withSteps(() => []) },
  {
    name: "gives no requestId",
    section: "2.2",
    harms: false,
    answers: everyStep(({ requestId: _, ...step }) => step as Step),
  },
  {
    name: "gives every quote one requestId",
    section: "2.2",
    harms: true,
    answers: everyStep((step) => ({ ...step, requestId: ONE_ID })),
  },
  {
    name: "gives each step a requestId of its own",
    section: "2.2",
    harms: false,
    answers: everyStep((step, _, index) =>
      index === 0 ? { ...step, requestId: `${String(step["requestId"])}-${index}` } : step,
    ),
  },
  {
    name: "invents a kind of step",
    section: "2.2",
    harms: false,
    answers: everyStep((step) => ({ ...step, kind: "transfer" })),
  },
  {
    name: "gives steps without action and description",
    section: "2.2",
    harms: false,
    answers: everyStep(({ action: _, description: __, ...step }) => step as Step),
  },
  {
    name: "gives steps without items",
    section: "2.2",
    harms: false,
    answers: everyStep((step) => ({ ...step, items: [] })),
  },
  {
    name: "calls unpaid items complete",
    section: "2.2",
    harms: false,
    answers: everyItem((item) => ({ ...item, status: "complete" })),
  },
  {
    name: "sends clients to the status of another request",
    section: "2.2",
    harms: false,
    answers: everyItem((item) =>
      item.check
        ? { ...item, check: { ...item.check, endpoint: `/intents/status?requestId=${ONE_ID}` } }
        : item,
    ),
  },
  {
    name: "sends clients to the status on another host",
    section: "4.2",
    harms: false,
    answers: everyItem((item) =>
      item.check
        ? {
            ...item,
            check: { ...item.check, endpoint: `https://status.example${String(item.check["endpoint"])}` },
          }
        : item,
    ),
  },
  {
    name: "has the status asked for by POST",
    section: "2.2",
    harms: false,
    answers: everyItem((item) => (item.check ? { ...item, check: { ...item.check, method: "POST" } } : item)),
  },
  {
    name: "gives no status check",
    section: "2.2",
    harms: false,
    answers: everyItem(({ check: _, ...item }) => item),
  },
  {
    name: "gives values as numbers",
    section: "2.2",
    harms: false,
    answers: withValue((value) => Number(value)),
  },
  {
    name: "gives values in hexadecimal",
    section: "2.2",
    harms: true,
    answers: withValue((value) => `0x${BigInt(value).toString(16)}`),
  },
  {
    name: "gives values with an exponent",
    section: "2.2",
    harms: true,
    answers: withValue((value) => Number(value).toExponential()),
  },
  {
    name: "gives no gas prices",
    section: "2.2",
    harms: false,
    answers: everyData(({ maxFeePerGas: _, maxPriorityFeePerGas: __, ...data }) => data),
  },
  {
    name: "gives chain ids as text",
    section: "2.2",
    harms: false,
    answers: everyData((data) => ({ ...data, chainId: String(data["chainId"]) })),
  },
  {
    name: "sends the payer to another chain",
    section: "2.2",
    harms: true,
    answers: everyData((data) =>
      data["chainId"] === 31337 || data["chainId"] === 31338 ? { ...data, chainId: 1 } : data,
    ),
  },
  {
    name: "writes transactions for another sender",
    section: "2.2",
    harms: false,
    answers: everyData((data, asked) => (isEvmWallet(asked) ? { ...data, from: EVM_STRANGER } : data)),
  },
  {
    name: "gives call data that is not hexadecimal",
    section: "2.2",
    harms: false,
    answers: everyData((data) => ("data" in data ? { ...data, data: "deposit()" } : data)),
  },
];

/** Sections 3 and 4.6: what a payer signs to bring the money to the depository contract. */
export const WALLET_FAULTS: readonly BrokenService[] = [
  {
    name: "takes native coins in a contract of a stranger",
    section: "3",
    harms: true,
    needs: "contracts",
    answers: inDeposits((data) => ({ ...data, to: EVM_STRANGER })),
  },
  {
    name: "changes the deposit contract from quote to quote",
    section: "3",
    harms: true,
    answers: inDeposits((data) => ({ ...data, to: `0x${String(data["data"]).slice(-40)}` })),
  },
  {
    name: "takes tokens in another contract than coins",
    section: "3",
    harms: true,
    answers: everyData((data, asked) =>
      isEvmWallet(asked) && asked["originCurrency"] !== ZERO ? movedTo(EVM_STRANGER, data) : data,
    ),
  },
  {
    name: "takes the money of calls in another contract than that of bridges",
    section: "4.1",
    harms: true,
    answers: inDeposits((data, asked) => (asked["txs"] ? { ...data, to: EVM_STRANGER } : data)),
  },
  {
    name: "takes deposits in another contract once it has quoted three times",
    section: "3",
    harms: true,
    answers: fromFourthQuote((data) => movedTo(EVM_STRANGER, data)),
  },
  {
    name: "takes twice the native amount",
    section: "2.1",
    harms: true,
    answers: inDeposits((data, asked) =>
      asked["tradeType"] === "EXACT_INPUT"
        ? { ...data, value: String(BigInt(String(data["value"])) * 2n) }
        : data,
    ),
  },
  {
    name: "ties every deposit to one order",
    section: "2.2",
    harms: true,
    answers: inDeposits((data) => ({
      ...data,
      data: `${String(data["data"]).slice(0, -64)}${ONE_ID.slice(2)}`,
    })),
  },
  {
    name: "books deposits in the name of a stranger",
    section: "3",
    harms: true,
    answers: inDeposits((data) => ({ ...data, data: withArgument(data["data"], 0, EVM_STRANGER) })),
  },
  {
    name: "takes more tokens than were quoted",
    section: "2.1",
    harms: true,
    answers: inDeposits((data, asked) =>
      asked["originCurrency"] === ZERO
        ? data
        : { ...data, data: withArgument(data["data"], 2, argument(data["data"], 2) * 2n) },
    ),
  },
  {
    name: "takes another token than was quoted",
    section: "2.1",
    harms: true,
    answers: inDeposits((data, asked) =>
      asked["originCurrency"] === ZERO
        ? data
        : { ...data, data: withArgument(data["data"], 1, EVM_STRANGER) },
    ),
  },
  {
    name: "takes native coins along with a token deposit",
    section: "2.1",
    harms: true,
    answers: inDeposits((data, asked) =>
      asked["originCurrency"] === ZERO ? data : { ...data, value: "1000000000000000" },
    ),
  },
  {
    name: "has a stranger approved for the payer's tokens",
    section: "4.1",
    harms: true,
    answers: inApprovals((data) => ({ ...data, data: withArgument(data["data"], 0, EVM_STRANGER) })),
  },
  {
    name: "asks for an approval without limit",
    section: "4.1",
    harms: true,
    answers: inApprovals((data) => ({ ...data, data: withArgument(data["data"], 1, 2n ** 256n - 1n) })),
  },
  {
    name: "asks for an approval of twice the amount",
    section: "4.1",
    harms: true,
    answers: inApprovals((data) => ({
      ...data,
      data: withArgument(data["data"], 1, argument(data["data"], 1) * 2n),
    })),
  },
  {
    name: "asks for an approval of another token",
    section: "4.1",
    harms: true,
    answers: inApprovals((data) => ({ ...data, to: EVM_STRANGER })),
  },
  {
    name: "takes native coins with an approval",
    section: "4.1",
    harms: true,
    answers: inApprovals((data) => ({ ...data, value: "1000000000000000" })),
  },
  {
    name: "asks for an approval after the deposit that needs it",
    section: "4.1",
    harms: false,
    answers: withSteps((steps) => steps.toReversed()),
  },
  {
    name: "leaves out the approval that a token deposit needs",
    section: "4.1",
    harms: false,
    answers: withSteps((steps) => steps.filter((step) => !ofStep(step, "approve"))),
  },
  {
    name: "halves the minimum that it owes",
    section: "3",
    harms: true,
    needs: "details",
    answers: (exchange) => {
      if (!isQuote(exchange) || !exchange.answer["details"]) return undefined;
      const details = exchange.answer["details"] as Json & { currencyOut: Json };
      const { currencyOut } = details;
      const minimumAmount = String(BigInt(String(currencyOut["minimumAmount"])) / 2n);
      return {
        answer: {
          ...exchange.answer,
          details: { ...details, currencyOut: { ...currencyOut, minimumAmount } },
        },
      };
    },
  },
  {
    name: "promises more than it owes as the minimum",
    section: "3",
    harms: false,
    needs: "details",
    answers: (exchange) => {
      if (!isQuote(exchange) || !exchange.answer["details"]) return undefined;
      const details = exchange.answer["details"] as Json & { currencyOut: Json };
      const { currencyOut } = details;
      const minimumAmount = String(BigInt(String(currencyOut["amount"])) + 1n);
      return {
        answer: {
          ...exchange.answer,
          details: { ...details, currencyOut: { ...currencyOut, minimumAmount } },
        },
      };
    },
  },
  {
    name: "names another recipient in the details of its quotes",
    section: "2.1",
    harms: true,
    needs: "details",
    answers: (exchange) =>
      isQuote(exchange) && exchange.answer["details"]
        ? {
            answer: {
              ...exchange.answer,
              details: { ...(exchange.answer["details"] as Json), recipient: EVM_STRANGER },
            },
          }
        : undefined,
  },
  {
    name: "asks for an approval before a payment to a deposit address",
    section: "4.4",
    harms: true,
    answers: withSteps((steps, asked) =>
      takesDeposits(asked) && asked["originChainId"] !== 8253038
        ? [
            {
              ...(steps[0] as Step),
              id: "approve",
              items: (steps[0] as Step).items.map((item) => ({
                ...item,
                data: {
                  ...item.data,
                  data: withArgument(`${APPROVE}${"0".repeat(128)}`, 0, EVM_STRANGER),
                  value: "0",
                },
              })),
            },
            ...steps,
          ]
        : steps,
    ),
  },
];
