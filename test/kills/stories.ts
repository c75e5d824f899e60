import { encodeFunctionData, type Hex } from "viem";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { NATIVE_EVM_CURRENCY } from "../../src/intents/identifiers.ts";
import type { Wallet } from "../network/evmWorld.ts";
import type { Shop, Shown, Terms } from "./shop.ts";
import type { Surroundings } from "./surroundings.ts";

/** What one customer does, from the order to the last payment; gives the invoice. */
export type Story = Readonly<{ name: string; live(shop: Shop, payer: Payer): Promise<string>; ends: Ending }>;

/** How its invoice has to end, when that does not depend on what was noticed when. */
export type Ending = "Settled" | "New" | "any";

/** Pays whatever it is told, from wallets of its own. */
export type Payer = Readonly<{
  /** Pays to what was shown; gives the transaction. */
  pay(shown: Shown, units: bigint): Promise<string>;
  /** Takes an unconfirmed Bitcoin payment back by one that pays the payer; false when a block was quicker. */
  takeBack(txid: string): Promise<boolean>;
  refundAddress: string;
}>;

const USDC = "USDC-SANDBOX31338";
const ETH = "ETH-SANDBOX31338";
const LATE_MINUTES = 0.5;
const TOO_FEW = 600n; // sats

export const STORIES: readonly Story[] = [
  story("exact", "Settled", (shop, payer) => payExactly(shop, payer, { amount: "50.00" })),
  story("exact, in a token", "Settled", (shop, payer) =>
    payExactly(shop, payer, { amount: "60.00", method: USDC }),
  ),
  story("exact, in the native coin", "Settled", (shop, payer) =>
    payExactly(shop, payer, { amount: "62.00", method: ETH }),
  ),
  story("too much", "Settled", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "40.00" }));
    await payer.pay(shown, (shown.due * 3n) / 2n);
    return shown.invoiceId;
  }),
  story("too little", "any", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "80.00" }));
    await payer.pay(shown, (shown.due * 6n) / 10n);
    return shown.invoiceId;
  }),
  story("in two payments at once", "any", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "160.00" }));
    await payer.pay(shown, shown.due / 2n);
    await payer.pay(shown, shown.due / 2n + shown.due / 20n);
    return shown.invoiceId;
  }),
  story("the rest in another coin", "Settled", async (shop, payer) => {
    const id = await shop.issue({ amount: "120.00" });
    const first = await shop.shown(id);
    await payer.pay(first, first.due / 2n);
    await shop.until(id, ({ crosstill }) => crosstill.settlements.length > 0);
    const rest = await shop.shown(id, USDC);
    await payer.pay(rest, rest.due);
    return id;
  }),
  story("again after it was settled", "Settled", async (shop, payer) => {
    const id = await shop.issue({ amount: "44.00" });
    const shown = await shop.shown(id);
    await payer.pay(shown, shown.due);
    await shop.until(id, ({ status }) => status === "Settled");
    await payer.pay(shown, shown.due);
    return id;
  }),
  story("late", "any", async (shop, payer) => {
    const shown = await shownInTime(shop, { amount: "54.00", minutes: LATE_MINUTES });
    await shop.until(shown.invoiceId, ({ status }) => status === "Expired");
    await payer.pay(shown, shown.due);
    return shown.invoiceId;
  }),
  story("taken back", "any", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "46.00" }));
    await payer.takeBack(await payer.pay(shown, shown.due));
    return shown.invoiceId;
  }),
  story("taken back, then paid", "Settled", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "48.00" }));
    if (await payer.takeBack(await payer.pay(shown, shown.due))) await payer.pay(shown, shown.due);
    return shown.invoiceId;
  }),
  story("below the minimum", "any", async (shop, payer) => {
    const shown = await shop.shown(await shop.issue({ amount: "100.00" }));
    await payer.pay(shown, TOO_FEW);
    return shown.invoiceId;
  }),
  story("below the minimum, with a refund address", "any", async (shop, payer) => {
    const id = await shop.issue({ amount: "100.00" });
    await shop.shown(id);
    await shop.giveRefundAddress(id, payer.refundAddress);
    await payer.pay(await shop.shown(id), TOO_FEW);
    return id;
  }),
  story("with a refund address", "Settled", async (shop, payer) => {
    const id = await shop.issue({ amount: "52.00" });
    await shop.shown(id);
    await shop.giveRefundAddress(id, payer.refundAddress);
    const shown = await shop.shown(id);
    await payer.pay(shown, shown.due);
    return id;
  }),
  story("never paid", "New", async (shop) => {
    const id = await shop.issue({ amount: "42.00" });
    await shop.openPage(id);
    await shop.shown(id);
    return id;
  }),
];

function story(name: string, ends: Ending, live: Story["live"]): Story {
  return { name, ends, live };
}

/** Orders anew when the gateway was dead until the invoice had ended. */
async function shownInTime(shop: Shop, terms: Terms): Promise<Shown> {
  const id = await shop.issue(terms);
  try {
    return await shop.shown(id);
  } catch (error) {
    if (!String(error).includes("invoice-closed")) throw error;
    return shownInTime(shop, terms);
  }
}

async function payExactly(shop: Shop, payer: Payer, terms: Terms): Promise<string> {
  const shown = await shop.shown(await shop.issue(terms), terms.method);
  await payer.pay(shown, shown.due);
  return shown.invoiceId;
}

/** A customer's wallets on every chain. */
export async function createPayer({ world }: Surroundings): Promise<Payer> {
  const wallet = await world.other.wallet(12);
  let last: Promise<unknown> = Promise.resolve(); // one transaction after the other, or they would take the same nonce
  const send = (shown: Shown, units: bigint) => {
    const sent = last.then(() => transfer(wallet, shown, units));
    last = sent.catch(() => {});
    return sent;
  };
  return {
    refundAddress: world.refundTo,
    async pay(shown, units) {
      if (shown.methodId !== "BTC-CHAIN") return send(shown, units);
      return world.wallet.pay({ address: shown.address as BitcoinAddress, sats: units, feeRate: 2 });
    },
    async takeBack(txid) {
      if (world.ledger.view.tx(txid)?.block) return false;
      const address = world.wallet.address as BitcoinAddress;
      return world.wallet.replace({ txid, address, feeRate: 30 }).then(
        () => true,
        () => false,
      );
    },
  };
}

function transfer(wallet: Wallet, { address, currency }: Shown, units: bigint): Promise<Hex> {
  if (currency === NATIVE_EVM_CURRENCY) return wallet.send({ to: address, value: units });
  const args = [address as Hex, units] as const;
  return wallet.send({ to: currency, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }) }); // prettier-ignore
}
