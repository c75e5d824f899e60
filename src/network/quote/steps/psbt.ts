import { scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { selectCoins } from "../../../bitcoin/codec/coinSelection.ts";
import { commitmentScript } from "../../../bitcoin/codec/outputScript.ts";
import { paymentPsbt, type ForeignCoin, type PsbtRequest } from "../../../bitcoin/codec/paymentPsbt.ts";
import { hasOutput } from "../../../bitcoin/codec/rawTransaction.ts";
import { coinKind, type Coin } from "../../../bitcoin/codec/transactionSize.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import { formatDecimal, sum } from "../../../values/amount.ts";
import { Refusal } from "../../api/refusals.ts";
import { BITCOIN } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { itemOf, type Step } from "./step.ts";

/** A script as long as those of the addresses that are issued, to weigh a payment before there is one. */
const STAND_IN_SCRIPT = `0014${"00".repeat(20)}`;

/**
 * One PSBT (hex, interface specification 4.5) that pays the input to an address of the request from the user's coins, names
 * the request in an OP_RETURN output and returns the change. Only confirmed coins are spent: the deposit must not hang on a
 * payment that may still be replaced.
 */
export async function psbtSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { network } = parts.bitcoin;
  const { requestId, terms } = quote;
  const payment = await fundedPayment(parts, quote);
  build(payment, STAND_IN_SCRIPT); // refuses now what would be refused after an address was given out
  return (address = "") => {
    const psbt = build(payment, scriptOf(network, address as BitcoinAddress)); // issued for a Bitcoin origin
    const step: Step = {
      id: "deposit",
      action: "Sign the Bitcoin payment",
      description: `Sign as it is and broadcast. ${terms.destination.symbol} is sent to ${terms.recipient} after the payment is confirmed.`,
      kind: "transaction",
      requestId,
      depositAddress: "",
      items: [itemOf({ psbt }, requestId)],
    };
    return [step];
  };
}

type Payment = Omit<PsbtRequest, "targets"> & Readonly<{ sats: bigint }>;

/** The user's coins that pay the input, with what a signer has to know about them. */
async function fundedPayment(
  { bitcoin, market }: NetworkParts,
  { requestId, terms, price }: PricedQuote,
): Promise<Payment> {
  const user = terms.user as BitcoinAddress; // checked for a Bitcoin origin
  const script = scriptOf(bitcoin.network, user);
  if (coinKind(script) === undefined) {
    throw new Refusal(
      "INVALID_ADDRESS",
      `user ${user} is a script whose coins cannot be spent by one signature. Use a deposit address (useDepositAddress: true).`,
    );
  }
  const [satPerKvb, all] = await Promise.all([market.satPerKvb(), bitcoin.utxos(user)]);
  const coins = all
    .filter(({ confirmed }) => confirmed)
    .map(({ outpoint, value }): Coin => ({ outpoint, value, script }));
  const tie = { script: commitmentScript(requestId), value: 0n };
  const plan = selectCoins({
    coins,
    satPerKvb,
    changeScript: script,
    targets: [{ script: STAND_IN_SCRIPT, value: price.input }, tie],
  });
  if (plan.kind === "insufficient")
    throw tooPoor(user, coins, all.length > coins.length, price.input, plan.missing);
  if (plan.kind === "below-dust") throw belowDust(plan.least);
  const chosen = await Promise.all(plan.inputs.map((coin) => withOrigin(bitcoin, coin)));
  const { userPublicKey } = terms;
  return { coins: chosen, requestId, changeScript: script, satPerKvb, userPublicKey, sats: price.input };
}

/** Old kinds of coins cannot be signed for without the whole transaction that made them. Throws HttpFailure without it. */
async function withOrigin(bitcoin: NetworkParts["bitcoin"], coin: Coin): Promise<ForeignCoin> {
  if (coinKind(coin.script) !== "p2pkh") return coin;
  const [txid = ""] = coin.outpoint.split(":");
  const rawTx = await bitcoin.rawTx(txid);
  if (rawTx !== undefined && hasOutput(rawTx, coin)) return { ...coin, rawTx };
  throw new HttpFailure(
    "broken",
    `The explorer's transaction ${txid} did not make the coin that it lists, ${coin.outpoint}.`,
  );
}

function build({ sats, ...payment }: Payment, script: string): string {
  const made = paymentPsbt({ ...payment, targets: [{ script, value: sats }] });
  switch (made.kind) {
    case "psbt":
      return made.psbtHex;
    case "unspendable":
      throw new Refusal("INVALID_REQUEST", `${made.reason} Send it as additionalData.userPublicKey.`);
    case "below-dust":
      throw belowDust(made.least);
    case "insufficient":
      throw new Error(`Coins that sufficed for a payment of ${sats} sats do not suffice any more.`);
  }
}

function tooPoor(
  user: string,
  coins: readonly Coin[],
  hasOthers: boolean,
  sats: bigint,
  missing: bigint,
): Refusal {
  const held = sum(coins.map(({ value }) => value));
  const others = hasOthers
    ? " Coins that are in no block yet do not count: try again after the next block."
    : "";
  return new Refusal(
    "INSUFFICIENT_FUNDS",
    `user ${user} has ${held} confirmed sats; for ${sats} and the network fee ${missing} more are needed.${others}`,
  );
}

function belowDust(least: bigint): Refusal {
  return new Refusal(
    "AMOUNT_TOO_LOW",
    `Expected at least ${least} smallest units (${formatDecimal(least, BITCOIN.decimals)} BTC): nodes relay no smaller payment.`,
  );
}
