import { getAddress } from "viem";
import { everyStep, type Defect, type Json, type Step } from "../proxy.ts";
import {
  argument,
  BITCOIN,
  EVM_STRANGER,
  isEvmAddress,
  isQuote,
  refuses,
  takesDeposits,
  TRANSFER,
  withArgument,
  ZERO,
  type BrokenService,
} from "./brokenService.ts";
import { strangerBitcoin } from "./strangers.ts";

/** The deposit step with another address, wherever the address stands. */
export function withAddress(step: Step, address: string): Step {
  const former = String(step["depositAddress"]);
  const move = (data: Json): Json => ({
    ...data,
    ...(data["to"] === former && { to: address }),
    ...(String(data["data"]).startsWith(TRANSFER) && { data: withArgument(data["data"], 0, address) }),
  });
  return {
    ...step,
    depositAddress: address,
    items: step.items.map((item) => ({ ...item, data: move(item.data) })),
  };
}

const inDeposit = (change: (step: Step, asked: Json) => Step): Defect =>
  everyStep((step, asked) => (takesDeposits(asked) ? change(step, asked) : step));

const inEvmDeposit = (change: (data: Json, asked: Json) => Json): Defect =>
  inDeposit((step, asked) =>
    asked["originChainId"] === BITCOIN
      ? step
      : { ...step, items: step.items.map((item) => ({ ...item, data: change(item.data, asked) })) },
  );

/** Gives equal addresses to all requests for which the words are equal. */
const oneAddressFor = (words: (asked: Json) => string): Defect => {
  const addresses = new Map<string, string>();
  return inDeposit((step, asked) => {
    const key = words(asked);
    const address = addresses.get(key) ?? String(step["depositAddress"]);
    addresses.set(key, address);
    return withAddress(step, address);
  });
};

const route = (asked: Json): readonly unknown[] => [
  asked["originChainId"],
  asked["originCurrency"],
  asked["destinationChainId"],
  asked["destinationCurrency"],
];

const without = (sent: Json, field: string): Json => {
  const { [field]: _, ...others } = sent;
  return others;
};

/** Section 4.4: deposit addresses. */
export const DEPOSIT_FAULTS: readonly BrokenService[] = [
  {
    name: "gives deposit quotes without an address",
    section: "4.4",
    harms: false,
    answers: inDeposit(({ depositAddress: _, ...step }) => step as Step),
  },
  {
    name: "gives one deposit address to all routes of a chain",
    section: "4.4",
    harms: true,
    answers: oneAddressFor((asked) => String(asked["originChainId"])),
  },
  {
    name: "gives one deposit address to all destination currencies",
    section: "4.4",
    harms: true,
    answers: oneAddressFor((asked) =>
      JSON.stringify([...route(asked).slice(0, 3), asked["recipient"], asked["refundTo"]]),
    ),
  },
  {
    name: "gives one deposit address to all recipients",
    section: "4.4",
    harms: true,
    answers: oneAddressFor((asked) => JSON.stringify([...route(asked), asked["refundTo"]])),
  },
  {
    name: "gives one deposit address to all refund addresses",
    section: "4.4",
    harms: true,
    answers: oneAddressFor((asked) => JSON.stringify([...route(asked), asked["recipient"]])),
  },
  {
    name: "shows another deposit address than its transaction pays",
    section: "4.4",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originCurrency"] === ZERO ? { ...step, depositAddress: EVM_STRANGER } : step,
    ),
  },
  {
    name: "has tokens transferred to another address than it shows",
    section: "4.4",
    harms: true,
    answers: inEvmDeposit((data, asked) =>
      asked["originCurrency"] === ZERO
        ? data
        : { ...data, data: withArgument(data["data"], 0, EVM_STRANGER) },
    ),
  },
  {
    name: "has more tokens transferred than were quoted",
    section: "4.4",
    harms: true,
    answers: inEvmDeposit((data, asked) =>
      asked["originCurrency"] === ZERO
        ? data
        : { ...data, data: withArgument(data["data"], 1, argument(data["data"], 1) + 1n) },
    ),
  },
  {
    name: "has another token transferred than was quoted",
    section: "4.4",
    harms: true,
    answers: inEvmDeposit((data, asked) =>
      asked["originCurrency"] === ZERO ? data : { ...data, to: EVM_STRANGER },
    ),
  },
  {
    name: "asks a deposit address for more than the amount",
    section: "4.4",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN || asked["originCurrency"] === ZERO
        ? {
            ...step,
            items: step.items.map((item) => ({
              ...item,
              data: { ...item.data, value: String(BigInt(String(item.data["value"])) + 1n) },
            })),
          }
        : step,
    ),
  },
  {
    name: "puts call data into a plain deposit",
    section: "4.4",
    harms: false,
    answers: inEvmDeposit((data, asked) =>
      asked["originCurrency"] === ZERO ? { ...data, data: "0x12345678" } : data,
    ),
  },
  {
    name: "gives EVM deposit addresses that do not end with d",
    section: "4.4",
    harms: false,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN
        ? step
        : withAddress(step, `${String(step["depositAddress"]).slice(0, -1)}7`),
    ),
  },
  {
    name: "gives EVM deposit addresses with a wrong checksum",
    section: "4.4",
    harms: true,
    answers: inDeposit((step) => {
      if (!isEvmAddress(step["depositAddress"])) return step;
      const right = getAddress(String(step["depositAddress"]).toLowerCase());
      const letter = right.slice(2).search(/[a-fA-F]/) + 2;
      const other = right[letter] as string;
      const turned = other === other.toLowerCase() ? other.toUpperCase() : other.toLowerCase();
      return withAddress(step, `${right.slice(0, letter)}${turned}${right.slice(letter + 1)}`);
    }),
  },
  {
    name: "gives deposit addresses for Bitcoin that are EVM addresses",
    section: "4.4",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN ? withAddress(step, EVM_STRANGER) : step,
    ),
  },
  {
    name: "gives Bitcoin deposit addresses of another network",
    section: "4.4",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN ? withAddress(step, strangerBitcoin("testnet").address) : step,
    ),
  },
  {
    name: "gives Bitcoin deposit addresses in mixed case",
    section: "2.5",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN
        ? withAddress(
            step,
            String(step["depositAddress"]).replace(/[a-z](?=[^a-z]*$)/, (one) => one.toUpperCase()),
          )
        : step,
    ),
  },
  {
    name: "has the BTC currency identifier paid as a deposit address",
    section: "2.5",
    harms: true,
    answers: inDeposit((step, asked) =>
      asked["originChainId"] === BITCOIN
        ? withAddress(step, "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8")
        : step,
    ),
  },
  {
    name: "takes an exact output at a deposit address",
    section: "4.4",
    harms: false,
    reads: (sent) =>
      takesDeposits(sent) && sent["tradeType"] === "EXACT_OUTPUT" && !sent["txs"]
        ? {
            ...sent,
            tradeType: "EXACT_INPUT",
            amount: sent["originChainId"] === BITCOIN ? "60000" : "100000000000000000",
          }
        : sent,
  },
  {
    name: "takes calls at a deposit address and drops them",
    section: "4.4",
    harms: true,
    reads: (sent) =>
      takesDeposits(sent) && Array.isArray(sent["txs"])
        ? { ...without(sent, "txs"), tradeType: "EXACT_INPUT", amount: "100000000000000000" }
        : sent,
  },
  {
    name: "answers useDepositAddress false with a deposit address",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      sent["useDepositAddress"] === false && sent["tradeType"] === "EXACT_INPUT"
        ? { ...sent, useDepositAddress: true }
        : sent,
  },
  {
    name: "answers every quote with a deposit address",
    section: "2.1",
    harms: true,
    reads: (sent) =>
      sent["useDepositAddress"] === undefined && sent["tradeType"] === "EXACT_INPUT"
        ? { ...sent, useDepositAddress: true }
        : sent,
  },
  {
    name: "answers useDepositAddress with a transaction of a wallet",
    section: "4.4",
    harms: true,
    reads: (sent) =>
      takesDeposits(sent) && sent["user"] !== ZERO ? { ...sent, useDepositAddress: false } : sent,
  },
  {
    name: "refuses the zero address as the user of a deposit address",
    section: "2.1",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && exchange.asked["user"] === ZERO),
  },
  {
    name: "ignores refundTo",
    section: "3",
    harms: true,
    reads: (sent) => without(sent, "refundTo"),
  },
  {
    name: "replaces a refund address of another chain by the user's",
    section: "4.4",
    harms: true,
    reads: (sent) =>
      takesDeposits(sent) &&
      typeof sent["refundTo"] === "string" &&
      isEvmAddress(sent["refundTo"]) === (sent["originChainId"] === BITCOIN)
        ? without(sent, "refundTo")
        : sent,
  },
  {
    name: "demands refundTo",
    section: "2.1",
    harms: false,
    answers: refuses(
      (exchange) => isQuote(exchange) && takesDeposits(exchange.asked) && !exchange.asked["refundTo"],
    ),
  },
];
