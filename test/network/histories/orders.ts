import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { balance, transferOf } from "../evmRoutes.ts";
import { postSignature, signedQuote, signStep, type SignedQuote } from "../gasless/signed.ts";
import { ask, walletQuote } from "../quote/quoted.ts";
import { DOLLAR } from "../pools/poolWorld.ts";
import type { World } from "../world.ts";
import type { Scene } from "./stage.ts";

/** Ways for money to take. The last two are paid by a signature. */
export const ROUTES = ["dollars", "ether", "pool", "eip3009", "permit2"] as const;
export type Route = (typeof ROUTES)[number];

/** A quote, and what its payer did about it. */
export type Order = {
  readonly route: Route;
  readonly requestId: string;
  readonly amount: bigint; // of `from`
  readonly from: string;
  readonly to: string;
  readonly recipient: string; // of this order alone
  readonly output: bigint;
  readonly minimum: bigint;
  readonly address: string; // where it is deposited; empty for a signature
  readonly payer: string; // where a refund goes, of this order alone
  readonly signer: number | undefined; // in the scene's list
  readonly quote: SignedQuote | undefined;
  isPaid: boolean; // sent, or its signature was taken
  signature: Hex | undefined; // that was posted
};

/** Asks for a quote; undefined where the service refuses, or no signer is left. */
export async function order(scene: Scene, route: Route): Promise<Order | undefined> {
  const { world, orders, signers, payee } = scene;
  const recipient = payee();
  const { evm, other } = world;
  const isSigned = route === "eip3009" || route === "permit2";
  const signer = isSigned ? orders.filter((one) => one.signer !== undefined).length : undefined;
  const wallet = signer === undefined ? scene.payer : signers[signer];
  if (!wallet) return undefined;
  const { from, to, amount } = {
    dollars: { from: evm.usdc, to: other.usdc, amount: 200n * DOLLAR },
    ether: { from: ZERO_ADDRESS, to: other.usdc, amount: 10n ** 17n },
    pool: { from: evm.usdc, to: other.weth, amount: 3_000n * DOLLAR },
    eip3009: { from: evm.usdc, to: other.usdc, amount: 150n * DOLLAR },
    permit2: { from: evm.usdt, to: other.usdc, amount: 100n * DOLLAR },
  }[route];
  const coins = { originCurrency: from, destinationCurrency: to, amount: String(amount), recipient };
  const known = { route, amount, from, to, recipient, signer, isPaid: false, signature: undefined };
  if (isSigned) {
    const quote = await orRefused(() => signedQuote(world, wallet.address, coins));
    if (!quote) return undefined;
    const { requestId, output, minimum } = quote;
    return { ...known, requestId, output, minimum, quote, address: "", payer: wallet.address };
  }
  const refundTo = payee();
  const body = walletQuote(world, wallet.address, { ...coins, useDepositAddress: true, refundTo });
  const answer = await orRefused(() => ask(world, body));
  const step = answer?.steps.at(-1);
  if (!answer || !step) return undefined;
  const { amount: output, minimumAmount } = answer.details.currencyOut;
  return {
    ...{ ...known, requestId: step.requestId, address: step.depositAddress, quote: undefined },
    ...{ output: BigInt(output), minimum: BigInt(minimumAmount), payer: refundTo },
  };
}

/** A service whose chains lie, or whose coins are short, may refuse a quote. */
async function orRefused<T>(asking: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asking();
  } catch (error) {
    if (/: expected (4|5)\d\d to equal 200/.test(String(error))) return undefined;
    throw error;
  }
}

/** Sends the deposit, or posts the signature that the quote asks for. */
export async function pay(scene: Scene, one: Order): Promise<void> {
  const { world, payer, signers } = scene;
  if (one.quote && one.signer !== undefined) {
    const account = signers[one.signer]?.account;
    if (!account) return;
    one.signature = await signStep(account, one.quote.sign);
    if ((await postSignature(world, one.quote, one.signature)).status === 200) one.isPaid = true;
  } else if (!one.isPaid) {
    one.isPaid = true;
    const call =
      one.from === ZERO_ADDRESS
        ? { to: one.address, value: one.amount }
        : transferOf(one.from, one.address, one.amount);
    await payer.send(call);
  }
}

/** What came to the recipient, went back, and left a signer's account, all by the chains. */
export async function outcomeOf(scene: Scene, one: Order) {
  const { world, moved } = scene;
  const paid = await balance(world.other, one.to, one.recipient);
  const held = await balance(world.evm, one.from, one.payer);
  if (one.signer === undefined) return { paid, back: held, gone: one.isPaid ? one.amount - held : 0n };
  const gone = SIGNER_TOKENS - held - (moved.get(movedKey(one)) ?? 0n);
  const back = gone > 0n && gone < one.amount ? one.amount - gone : 0n;
  return { paid, back, gone };
}

const SIGNER_TOKENS = 10n ** 12n; // that a wallet of the world begins with

export function movedKey({ payer, from }: Pick<Order, "payer" | "from">): string {
  return `${payer} ${from}`;
}

/** The status word that a client is told. */
export async function wordOf(world: World, { requestId }: Order): Promise<string> {
  return String((await world.status(requestId)).status);
}
