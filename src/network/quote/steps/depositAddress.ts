import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { Refusal } from "../../api/refusals.ts";
import { isToken } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { gasPrices, itemOf, named, type Step } from "./step.ts";

/**
 * The deposit step of a deposit-address quote (interface specification 4.4): a plain payment of a native
 * coin to the address, or for a token its transfer to the address. Any account may pay, so there is no
 * gas limit; the prices are the chain's.
 */
export async function depositAddressSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { origin } = quote.terms;
  if (origin.kind === "bitcoin") await requireFunds(parts, quote);
  const prices = origin.kind === "bitcoin" ? {} : await gasPrices(parts, origin.chainId);
  return (address = "") => [depositStep(quote, address, prices)];
}

function depositStep(quote: PricedQuote, address: string, prices: Readonly<Record<string, string>>): Step {
  const { requestId, terms } = quote;
  const { origin, destination, recipient } = terms;
  return {
    id: "deposit",
    action: `Send ${origin.symbol} to the deposit address`,
    description: `Any wallet can pay ${named(origin)}. ${destination.symbol} is sent to ${recipient} after the payment is confirmed.`,
    kind: "transaction",
    requestId,
    depositAddress: address,
    items: [itemOf({ ...paymentTo(address, quote), ...prices }, requestId)],
  };
}

function paymentTo(address: string, { terms, price }: PricedQuote): Record<string, unknown> {
  const { origin, user: from } = terms;
  const { chainId } = origin;
  if (!isToken(origin)) return { from, to: address, data: "0x", value: String(price.input), chainId };
  const to = address as EvmAddress; // issued for an EVM origin
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, price.input] });
  return { from, to: origin.address, data, value: "0", chainId };
}

/**
 * Interface specification 4.5: the balance must exceed the amount; the deposit itself may come from any
 * account.
 */
async function requireFunds({ bitcoin }: NetworkParts, { terms, price }: PricedQuote): Promise<void> {
  const { user, origin } = terms;
  const balance = await bitcoin.balance(user);
  if (balance > price.input) return;
  throw new Refusal(
    "INSUFFICIENT_FUNDS",
    `user ${user} has ${balance} sats, and the quote needs more than ${price.input}. For an indicative quote name an address with a higher balance.`,
    {
      errorData: {
        chainId: origin.chainId,
        currency: origin.address,
        required: String(price.input + 1n),
        available: String(balance),
      },
    },
  );
}
