import { NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import {
  accepted,
  allRefused,
  allRefusedSafely,
  expect,
  expectSafe,
  refused,
  refusedSafely,
  type Check,
  type Context,
} from "../check.ts";
import { fieldsOf, textOf, unitsOf } from "../json.ts";
import { Blocked, NotApplicable, NotRun } from "../finding.ts";
import { findDepositAddress, isSameAddress } from "../payer/quoted.ts";
import {
  availableOf,
  depositAddressOf,
  readSteps,
  transactionsOf,
  type Body,
  type Sample,
} from "../samples.ts";
import { shown } from "../shown.ts";

const NO_TOKEN = `0x${"0".repeat(32)}00badc01`; // no token's contract

/**
 * Interface specification 2.1. A service may be lenient where the contract does not forbid it, with numbers for digits for
 * one. Each row has requests that must be refused or answered differently: what is taken without being read is a fault.
 */
export const QUOTE_REQUEST_CHECKS: readonly Check[] = [
  {
    rows: ["quote.user"],
    run: async (context) => {
      const { body } = await context.samples.bridge();
      return allRefused(context, {
        "no user": without(body, "user"),
        "user 0x1234": { ...body, user: "0x1234" },
        "a user that is no address": { ...body, user: "no address" },
      });
    },
  },
  {
    rows: ["quote.user.any"],
    async run(context) {
      const { body } = await context.samples.of("nativeAddress");
      await accepted(context, { ...body, user: NATIVE_EVM_CURRENCY }, "the zero address as user");
      return "the zero address is taken as user of a deposit-address quote";
    },
  },
  chainCheck("quote.origin-chain", "originChainId"),
  chainCheck("quote.destination-chain", "destinationChainId"),
  currencyCheck("quote.origin-currency", "originCurrency"),
  currencyCheck("quote.destination-currency", "destinationCurrency"),
  {
    rows: ["quote.native"],
    async run({ samples }) {
      const sample = await samples.of("native");
      const carried = transactionsOf(sample).map(({ data }) => unitsOf(data["value"]) ?? 0n);
      const amount = BigInt(String(sample.body["amount"]));
      expect(
        carried.includes(amount),
        `expected a transaction that carries ${amount} wei of the chain's own coin, got ${carried.join(", ")}`,
      );
      return `a transaction carries ${amount} wei of the chain's own coin`;
    },
  },
  {
    rows: ["quote.symbols"],
    async run(context) {
      const { body, route } = await context.samples.bridge();
      const symbols = { originCurrency: route.from.symbol, destinationCurrency: route.to.symbol };
      const answer = await accepted(
        context,
        { ...body, ...symbols },
        `${route.from.symbol} for ${route.to.symbol}`,
      );
      const { currencyIn } = fieldsOf(fieldsOf(answer.json)["details"]);
      const named = textOf(fieldsOf(fieldsOf(currencyIn)["currency"])["address"]);
      expect(
        named === undefined || named.toLowerCase() === route.from.address.toLowerCase(),
        `${route.from.symbol}: expected ${route.from.address}, got ${shown(named)}`,
      );
      return `${route.from.symbol} for ${route.to.symbol} is quoted as by their addresses`;
    },
  },
  {
    rows: ["quote.amount"],
    run: async (context) => {
      const { body } = await context.samples.bridge();
      const amount = BigInt(String(body["amount"]));
      await refused(context, without(body, "amount"), "no amount");
      const others = [
        `0x${amount.toString(16)}`,
        `${amount}e0`,
        `${amount}.5`,
        `-${amount}`,
        `+${amount}`,
        "ten",
      ];
      return allRefusedSafely(context, {
        ...Object.fromEntries(others.map((text) => [`amount "${text}"`, { ...body, amount: text }])),
        "an amount with a fraction, as a number": { ...body, amount: Number(amount) + 0.5 },
        'amount "0"': { ...body, amount: "0" },
      });
    },
  },
  {
    rows: ["quote.trade-type"],
    run: async (context) => {
      const { body } = await context.samples.bridge();
      return allRefused(context, {
        "no tradeType": without(body, "tradeType"),
        "tradeType TOGGLE": { ...body, tradeType: "TOGGLE" },
      });
    },
  },
  {
    rows: ["quote.exact-input"],
    async run({ samples, routes }) {
      const sample = await samples.of(routes.native ? "native" : "token");
      const amount = BigInt(String(sample.body["amount"]));
      const { input, output } = amountsOf(sample.answer.json, sample);
      if (input === undefined) return "EXACT_INPUT is quoted; the answer states no amounts";
      expectSafe(input === amount, `amount ${amount}: expected it as the input, got ${input}`);
      return output === undefined
        ? `amount ${amount} is the input`
        : `amount ${amount} is the input, ${output} comes out`;
    },
  },
  {
    rows: ["quote.exact-output"],
    async run(context) {
      const sample = await context.samples.of(context.routes.native ? "native" : "token");
      const amount = BigInt(String(sample.body["amount"]));
      const body = { ...sample.body, tradeType: "EXACT_OUTPUT" };
      const answer = await accepted(context, body, "tradeType EXACT_OUTPUT");
      const { input, output } = amountsOf(answer.json, { steps: readSteps(sample.kind, answer) });
      const { from, to } = sample.route;
      const isWithoutFee = input === amount && from.symbol === to.symbol && output === undefined;
      expectSafe(
        !isWithoutFee || !(await chargesForCalls(context)),
        `amount ${amount} of ${to.symbol}: expected more to be paid than comes out, as for calls, got ${input}, as for EXACT_INPUT`,
      );
      expect(
        input === undefined || from.symbol !== to.symbol || input >= amount,
        `amount ${amount} of ${to.symbol}: expected no less to be paid, got ${input}`,
      );
      return `amount ${amount} is the output${input === undefined ? "" : `, ${input} is paid`}`;
    },
  },
  {
    rows: ["quote.recipient"],
    async run(context) {
      const { samples, parties } = context;
      const { body } = await samples.bridge();
      await accepted(context, { ...body, recipient: parties.recipient }, "a recipient");
      await expectOwnAddress(context, "recipient", parties.user);
      return allRefusedSafely(context, {
        "recipient 0x1234": { ...body, recipient: "0x1234" },
        "a recipient of Bitcoin": { ...body, recipient: parties.bitcoin.user },
      });
    },
  },
  {
    rows: ["quote.txs"],
    async run({ samples }) {
      const { steps, route, body } = await samples.of("call");
      const carried = carriedBy({ steps });
      expect(
        route.from.symbol !== route.to.symbol || carried >= BigInt(String(body["amount"])),
        `calls that spend ${String(body["amount"])}: expected no less to be paid, got ${carried}`,
      );
      return `a call with a value is quoted for ${carried} (steps: ${steps.length})`;
    },
  },
  {
    rows: ["quote.tx.to"],
    run: async (context) =>
      allRefusedSafely(context, {
        'to "0x1234"': await callWith(context, { to: "0x1234" }),
        "no to": await callWith(context, { to: undefined }),
      }),
  },
  {
    rows: ["quote.tx.value"],
    async run(context) {
      const { body } = await context.samples.of("call");
      const { recipient } = context.parties;
      const [first] = body["txs"] as readonly Body[]; // the sample's own
      const two = { ...body, txs: [first, { to: recipient, value: 0, data: "0x" }] };
      await accepted(context, two, "a call with the value 0 as a number");
      await refusedSafely(context, await callWith(context, { value: "1.5" }), 'a call with the value "1.5"');
      return 'a number 0 is taken, "1.5" is refused';
    },
  },
  {
    rows: ["quote.tx.data"],
    run: async (context) =>
      allRefusedSafely(context, {
        'data "0xzz"': await callWith(context, { data: "0xzz" }),
        'data "0x1"': await callWith(context, { data: "0x1" }),
      }),
  },
  {
    rows: ["quote.use-deposit-address"],
    async run(context) {
      const kinds = ["nativeAddress", "bitcoinAddress"] as const;
      for (const kind of kinds) {
        try {
          const { steps, body } = await context.samples.of(kind);
          if (kind === "nativeAddress")
            await accepted(context, { ...body, useDepositAddress: false }, "useDepositAddress false");
          return `${kind} is quoted (steps: ${steps.length})`;
        } catch (error) {
          if (!(error instanceof NotApplicable)) throw error;
        }
      }
      throw new NotApplicable("the service lists neither two EVM chains nor Bitcoin");
    },
  },
  {
    rows: ["quote.refund-to"],
    async run(context) {
      const { samples, parties } = context;
      const { body } = await samples.of("nativeAddress");
      const wallet = (await samples.bridge()).body;
      await accepted(
        context,
        { ...wallet, refundTo: parties.recipient },
        "refundTo without useDepositAddress",
      );
      await expectOwnAddress(context, "refundTo", parties.user);
      return allRefusedSafely(context, {
        "refundTo 0x1234": { ...body, refundTo: "0x1234" },
        "a refundTo of Bitcoin": { ...body, refundTo: parties.bitcoin.user },
      });
    },
  },
  {
    rows: ["quote.use-permit"],
    async run(context) {
      const { body } = await context.samples.bridge();
      for (const usePermit of [true, false])
        await accepted(context, { ...body, usePermit }, `usePermit ${usePermit}`);
      return "true and false are taken";
    },
  },
  {
    rows: ["quote.use-external-liquidity"],
    async run(context) {
      const { body } = await context.samples.bridge();
      for (const useExternalLiquidity of [true, false])
        await accepted(
          context,
          { ...body, useExternalLiquidity },
          `useExternalLiquidity ${useExternalLiquidity}`,
        );
      return "true and false are taken";
    },
  },
  {
    rows: ["quote.referrer"],
    async run(context) {
      const { body } = await context.samples.bridge();
      await accepted(context, { ...body, referrer: "a shop's own label: 1/2" }, "a referrer");
      return "a free-form label is taken";
    },
  },
];

/** Asks for the address of a deposit that differs in one field: money on one address cannot be told apart. */
async function expectOwnAddress(
  context: Context,
  field: "recipient" | "refundTo",
  value: string,
): Promise<void> {
  const sample = await context.samples.of("nativeAddress");
  if (isSameAddress(sample.body[field], value)) return;
  const what = `a deposit address with another ${field}`;
  const answer = await accepted(context, { ...sample.body, [field]: value }, what);
  const address = findDepositAddress({ steps: readSteps(what, answer) });
  expectSafe(
    !isSameAddress(address, depositAddressOf(sample)),
    `${what}: expected another address, got ${shown(address)} again`,
  );
}

/** The body without a field. */
function without(body: Body, field: string): Body {
  const { [field]: _, ...rest } = body;
  return rest;
}

function chainCheck(row: string, field: "originChainId" | "destinationChainId"): Check {
  return {
    rows: [row],
    async run(context) {
      const { body } = await context.samples.bridge();
      const listed = new Set(context.chains.map(({ id }) => id));
      const unlisted = [999_999_937, 1, 0].find((id) => !listed.has(id)); // a prime that no chain has
      return allRefusedSafely(context, {
        [`no ${field}`]: without(body, field),
        [`${field} ${unlisted}, which is not listed`]: { ...body, [field]: unlisted },
      });
    },
  };
}

function currencyCheck(row: string, field: "originCurrency" | "destinationCurrency"): Check {
  return {
    rows: [row],
    async run(context) {
      const { body } = await context.samples.bridge();
      if (field === "destinationCurrency") await expectOwnAddresses(context);
      return allRefusedSafely(context, {
        [`no ${field}`]: without(body, field),
        [`${field} NOSUCHCOIN`]: { ...body, [field]: "NOSUCHCOIN" },
        [`${field} ${NO_TOKEN}, which is not listed`]: { ...body, [field]: NO_TOKEN },
      });
    },
  };
}

/** Asks for a deposit address with another destination currency: it must be another address. */
async function expectOwnAddresses(context: Context): Promise<void> {
  const [sample] = await availableOf(context.samples, "tokenAddress", "nativeAddress");
  if (!sample) return;
  const { to } = sample.route;
  const chain = context.chains.find(({ id }) => id === to.chainId);
  const other = chain?.currencies.find(({ address }) => !isSameAddress(address, to.address));
  if (!other) return;
  const what = `a deposit address for ${shown(other.symbol)} instead of ${shown(to.symbol)}`;
  const answer = await context.service.post("/quote/v2", {
    ...sample.body,
    destinationCurrency: other.address,
  });
  if (answer.status !== 200) return; // the service may not offer the route now
  const address = findDepositAddress({ steps: readSteps(what, answer) });
  expectSafe(
    !isSameAddress(address, depositAddressOf(sample)),
    `${what}: expected another address, got ${shown(address)} again`,
  );
}

/** The request for a call with one of its fields changed. */
async function callWith({ samples }: Context, changes: Body): Promise<Body> {
  const { body } = await samples.of("call");
  const [first] = body["txs"] as readonly Body[]; // the sample's own
  return { ...body, txs: [{ ...first, ...changes }] };
}

/** What a quote says of input and output, in smallest units: in its details, the input else in what a transaction carries. */
/** True where a call with a value, which is an exact output too, costs more than that. Unknown is false. */
async function chargesForCalls({ samples }: Context): Promise<boolean> {
  try {
    const { steps, route, body } = await samples.of("call");
    return route.from.symbol === route.to.symbol && carriedBy({ steps }) > BigInt(String(body["amount"]));
  } catch (error) {
    if (error instanceof NotApplicable || error instanceof Blocked || error instanceof NotRun) return false;
    throw error;
  }
}

/** The native coins that the transactions of a quote carry. */
function carriedBy(sample: Pick<Sample, "steps">): bigint {
  return transactionsOf(sample).reduce((sum, { data }) => sum + (unitsOf(data["value"]) ?? 0n), 0n);
}

function amountsOf(
  quote: unknown,
  sample: Pick<Sample, "steps">,
): Readonly<{ input: bigint | undefined; output: bigint | undefined }> {
  const { currencyIn, currencyOut } = fieldsOf(fieldsOf(quote)["details"]);
  const carried = transactionsOf(sample).map(({ data }) => unitsOf(data["value"]) ?? 0n);
  return {
    input: unitsOf(fieldsOf(currencyIn)["amount"]) ?? carried.find((value) => value > 0n),
    output: unitsOf(fieldsOf(currencyOut)["amount"]),
  };
}
