import { accepted, expect, refused, refusedSafely, type Check, type Context } from "../check.ts";
import { NotApplicable } from "../finding.ts";
import { fieldsOf, textOf, unitsOf } from "../json.ts";
import { isNative } from "../routes.ts";
import { availableOf, depositAddressOf, transactionsOf } from "../samples.ts";
import { shown } from "../shown.ts";

/** Interface specification 4.4: the deposit-address flow. */
export const DEPOSIT_CHECKS: readonly Check[] = [
  {
    rows: ["deposit.step"],
    async run({ samples }) {
      const found = await availableOf(samples, "nativeAddress", "bitcoinAddress");
      for (const sample of found) {
        const address = depositAddressOf(sample);
        const [item] = transactionsOf(sample);
        expect(
          item !== undefined && sample.steps.length === 1,
          `expected one deposit step, got ${sample.steps.length} steps`,
        );
        const { to, data, value } = item.data;
        const came = `${item.place}: to ${shown(to)}, data ${shown(data)}, value ${shown(value)}`;
        expect(
          to === address && data === "0x" && unitsOf(value) === BigInt(String(sample.body["amount"])),
          `expected a plain payment of ${String(sample.body["amount"])} to ${shown(address)}, got ${came}`,
        );
      }
      return `one plain payment of the amount to the address (${found.map(({ kind }) => kind).join(", ")})`;
    },
  },
  {
    rows: ["deposit.d"],
    async run({ samples }) {
      const addresses = (await availableOf(samples, "nativeAddress", "tokenAddress")).map(depositAddressOf);
      for (const address of addresses)
        expect(
          /^0xd.*d$/is.test(address),
          `expected an address that begins and ends with d, got ${shown(address)}`,
        );
      return addresses.join(", ");
    },
  },
  {
    rows: ["deposit.no-calls"],
    async run(context) {
      const { body } = await context.samples.of("nativeAddress");
      const txs = [{ to: context.parties.recipient, value: body["amount"], data: "0x" }];
      for (const tradeType of ["EXACT_OUTPUT", "EXACT_INPUT"])
        await refusedSafely(
          context,
          { ...body, tradeType, txs },
          `txs with useDepositAddress and ${tradeType}`,
        );
      return "txs with useDepositAddress are refused";
    },
  },
  {
    rows: ["deposit.exact-input", "limit.deposit-trade-type"],
    async run(context) {
      const { body } = await context.samples.of("nativeAddress");
      const what = "EXACT_OUTPUT with useDepositAddress";
      const answer = await refused(context, { ...body, tradeType: "EXACT_OUTPUT" }, what);
      return `EXACT_INPUT is quoted, EXACT_OUTPUT is refused with ${answer.status}`;
    },
  },
  {
    rows: ["deposit.gas-native"],
    run: (context) => surcharge(context, "nativeAddress", 33_000n),
  },
  {
    rows: ["deposit.gas-erc20"],
    run: (context) => surcharge(context, "tokenAddress", 70_000n),
  },
];

/** What an address costs more than a wallet's own deposit: between half and twice that much gas, as far as the service shows it. */
async function surcharge(
  context: Context,
  kind: "nativeAddress" | "tokenAddress",
  gas: bigint,
): Promise<string> {
  const { samples } = context;
  const { body, route } = await samples.of(kind);
  const native = await samples.of("native");
  const gasPrice = unitsOf(transactionsOf(native)[0]?.data["maxFeePerGas"]);
  const wallet = await accepted(
    context,
    { ...body, useDepositAddress: false },
    "the same without an address",
  );
  const address = await accepted(context, body, "the address");
  const [own, more] = [wallet, address].map(({ json }) => {
    const { relayerGas } = fieldsOf(fieldsOf(json)["fees"]);
    return unitsOf(fieldsOf(relayerGas)["amount"]);
  });
  const [usdOfToken, usdOfCoin] = [usdPerUnit(address.json), usdPerUnit(native.answer.json)];
  if (own === undefined || more === undefined || gasPrice === undefined)
    throw new NotApplicable("quotes show no relayerGas in their fees, or no gas prices (--user)");
  const extra = Number(more - own); // an estimate, no money
  const isOwnCoin = isNative(route.from);
  if (!isOwnCoin && (usdOfToken === undefined || usdOfCoin === undefined))
    throw new NotApplicable("the service shows no worth in dollars");
  const wei = isOwnCoin ? extra : (extra * (usdOfToken ?? 0)) / (usdOfCoin ?? 1);
  const units = Math.round(wei / Number(gasPrice));
  expect(
    units >= Number(gas) / 2 && units <= Number(gas) * 2,
    `expected about ${gas} more gas, got ${units} (relayerGas ${more} instead of ${own}, at ${gasPrice} wei)`,
  );
  return `about ${units} more gas`;
}

/** Dollars for one smallest unit of what is paid in. */
function usdPerUnit(quote: unknown): number | undefined {
  const { amount, amountUsd } = fieldsOf(fieldsOf(fieldsOf(quote)["details"])["currencyIn"]);
  const [units, usd] = [unitsOf(amount), textOf(amountUsd)];
  return units === undefined || usd === undefined || units === 0n ? undefined : Number(usd) / Number(units);
}
