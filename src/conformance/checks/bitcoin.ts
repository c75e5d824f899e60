import { payments } from "bitcoinjs-lib";
import { networkParameters } from "../../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, sameCurrency } from "../../intents/identifiers.ts";
import { networkOf } from "../bitcoinNetwork.ts";
import {
  accepted,
  allRefused,
  allRefusedSafely,
  expect,
  expectSafe,
  refused,
  type Check,
  type Context,
} from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { unitsOf } from "../json.ts";
import { transactionsOf } from "../samples.ts";
import { describe, type Answer } from "../service.ts";
import { shown } from "../shown.ts";

/** Interface specification 2.5 and 4.5. */
export const BITCOIN_CHECKS: readonly Check[] = [
  {
    rows: ["bitcoin.currency"],
    async run(context) {
      const { chains, samples } = context;
      const chain = chains.find(({ id }) => id === BITCOIN_CHAIN_ID);
      if (!chain) throw new NotApplicable("the service lists no Bitcoin chain");
      if (!Array.isArray(chain.entry["solverCurrencies"]))
        throw new Blocked("chains.solver-currencies", "the Bitcoin chain lists no currencies");
      const came = chain.currencies.map(
        ({ address, symbol, decimals }) => `${address} ${symbol} ${decimals}`,
      );
      const btc = chain.currencies.find(({ address }) => address === BTC_CURRENCY);
      expectSafe(
        btc === undefined || btc.decimals === 8,
        `expected 8 decimals of ${BTC_CURRENCY}, got ${btc?.decimals}`,
      );
      expect(
        came.includes(`${BTC_CURRENCY} BTC 8`),
        `expected ${BTC_CURRENCY} BTC 8, got ${shown(came.join("; "))}`,
      );
      const { body } = await samples.of("toBitcoin");
      const destinationCurrency = madeUp(context).segwit;
      await refused(context, { ...body, destinationCurrency }, "another identifier of BTC");
      return `${BTC_CURRENCY}, BTC, 8 decimals`;
    },
  },
  {
    rows: ["bitcoin.chain-id"],
    async run({ chains }) {
      if (chains.some(({ id }) => id === BITCOIN_CHAIN_ID)) return `chain ${BITCOIN_CHAIN_ID} is listed`;
      const other = chains.find(
        ({ entry, currencies }) =>
          entry["vmType"] === "bvm" || currencies.some(({ address }) => sameCurrency(address, BTC_CURRENCY)),
      );
      expect(other === undefined, `expected Bitcoin as chain ${BITCOIN_CHAIN_ID}, got it as ${other?.id}`);
      throw new NotApplicable("the service lists no Bitcoin chain");
    },
  },
  {
    rows: ["bitcoin.case"],
    async run(context) {
      const { body } = await context.samples.of("toBitcoin");
      const { legacy, segwit } = madeUp(context);
      await accepted(context, { ...body, recipient: legacy }, `the recipient ${legacy}`);
      const deposit = (await context.samples.of("bitcoinAddress")).body;
      return allRefusedSafely(context, {
        [`${legacy} in lower case`]: { ...body, recipient: legacy.toLowerCase() },
        [`${legacy} in upper case`]: { ...body, recipient: legacy.toUpperCase() },
        [`${mixedCase(segwit)}, which mixes cases`]: { ...body, recipient: mixedCase(segwit) },
        [`refundTo ${mixedCase(segwit)}`]: { ...deposit, refundTo: mixedCase(segwit) },
      });
    },
  },
  {
    rows: ["bitcoin.sats"],
    async run({ samples }) {
      const sample = await samples.of("bitcoinAddress");
      const amount = BigInt(String(sample.body["amount"]));
      const values = transactionsOf(sample).map(({ data }) => unitsOf(data["value"]));
      expect(values.includes(amount), `expected a payment of ${amount} sats, got ${values.join(", ")}`);
      return `${amount} sats are asked for`;
    },
  },
  {
    rows: ["bitcoin.to"],
    async run(context) {
      const { body } = await context.samples.of("toBitcoin");
      const { recipient: _, ...withoutRecipient } = body;
      const { segwit, elsewhere } = madeUp(context);
      return allRefusedSafely(context, {
        "no recipient": withoutRecipient,
        "an EVM address as recipient": { ...body, recipient: context.parties.recipient },
        "a recipient with a wrong checksum": { ...body, recipient: wrongChecksum(segwit) },
        "a recipient of another network": { ...body, recipient: elsewhere },
        "the identifier of BTC as recipient": { ...body, recipient: BTC_CURRENCY },
      });
    },
  },
  {
    rows: ["bitcoin.from"],
    async run(context) {
      const { body } = await context.samples.of("bitcoinAddress");
      await allRefusedSafely(context, {
        "an EVM address as refundTo": { ...body, refundTo: context.parties.user },
      });
      return allRefused(context, {
        "an EVM address as user": { ...body, user: context.parties.user },
        "a user with a wrong checksum": { ...body, user: wrongChecksum(madeUp(context).segwit) },
      });
    },
  },
  {
    rows: ["bitcoin.insufficient-funds", "error.insufficient-funds"],
    async run(context) {
      const { body } = await context.samples.of("bitcoinAddress");
      const user = madeUp(context).segwit;
      const answer = await context.service.post("/quote/v2", { ...body, user });
      expect(
        answer.status !== 200 && answer.text.includes("INSUFFICIENT_FUNDS"),
        `a user without coins: expected the error INSUFFICIENT_FUNDS, got ${describe(answer)}`,
      );
      return `a user without coins: ${describe(answer)}`;
    },
  },
  {
    rows: ["bitcoin.balance"],
    async run(context) {
      const { samples, explorer, service, parties } = context;
      const { body } = await samples.of("bitcoinAddress");
      if (!explorer) throw new NotApplicable("--explorer is needed to know a balance");
      const sats = await explorer.balance(parties.bitcoin.user);
      const ask = (amount: bigint) => service.post("/quote/v2", { ...body, amount: String(amount) });
      const isShort = ({ status, text }: Answer) => status !== 200 && text.includes("INSUFFICIENT_FUNDS");
      const whole = await ask(sats);
      if (whole.status !== 200 && !isShort(whole))
        throw new NotApplicable(
          `a quote for the whole balance of the Bitcoin user is refused for another reason; name one with fewer coins: ${describe(whole)}`,
        );
      expect(isShort(whole), `the whole balance, ${sats} sats: expected INSUFFICIENT_FUNDS, got a quote`);
      const less = await ask(sats - 1n);
      expect(!isShort(less), `${sats - 1n} of ${sats} sats: expected no INSUFFICIENT_FUNDS, got it`);
      return `the balance is ${sats} sats, as the explorer's sums say`;
    },
  },
];

/** Addresses of a made-up key hash, on the network of the Bitcoin user. */
function madeUp({ parties }: Context): Readonly<{ legacy: string; segwit: string; elsewhere: string }> {
  const own = networkOf(parties.bitcoin.user);
  const network = networkParameters(own);
  const hash = Buffer.from("6e".repeat(20), "hex");
  const { address: legacy = "" } = payments.p2pkh({ hash, network });
  const { address: segwit = "" } = payments.p2wpkh({ hash, network });
  const other = networkParameters(own === "mainnet" ? "testnet" : "mainnet");
  const { address: elsewhere = "" } = payments.p2wpkh({ hash, network: other });
  return { legacy, segwit, elsewhere };
}

/** The address with one letter in upper case, which no wallet writes: its checksum no longer holds (BIP 173). */
function mixedCase(address: string): string {
  return address.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
}

function wrongChecksum(address: string): string {
  return `${address.slice(0, -1)}${address.endsWith("q") ? "p" : "q"}`;
}
