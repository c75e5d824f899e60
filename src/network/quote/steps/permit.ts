import type { TypedDataDefinition } from "viem";
import { isToken, type Token } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import { signedTransfer, type Permit } from "../../permits/permit.ts";
import { permitData } from "../../permits/typedData.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { allowPermit2Steps } from "./approve.ts";
import { itemOf, type Step } from "./step.ts";

/**
 * One signature instead of approve and deposit: it costs the user no gas. A token that is moved by Permit2 has to allow that
 * once before.
 */
export async function permitSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { requestId: id, terms, price, at, permit } = quote;
  const { origin: token, user } = terms;
  if (!isToken(token) || !permit) throw new Error(`Request ${id} asks for a permit of a coin that has none.`);
  const approvals =
    permit.kind === "permit2" ? await allowPermit2Steps(parts, quote, token, permit.contract) : [];
  return (depositAddress = "") => {
    const transfer = signedTransfer({ id, token, user, depositAddress, input: price.input, createdAt: at });
    const data = permitData(transfer, permit, {
      solver: parts.keys.solverEvmAddress,
      contracts: parts.contracts,
    });
    return [...approvals, authorizeStep(quote, token, permit, data)];
  };
}

function authorizeStep(
  { requestId, terms }: PricedQuote,
  token: Token,
  { kind }: Permit,
  { domain, types, primaryType, message }: TypedDataDefinition,
): Step {
  const { destination, recipient, operation } = terms;
  const sign = { signatureKind: "eip712", domain, types, primaryType, value: inText(message) };
  const body = { kind, requestId, api: operation === "swap" ? "swap" : "bridge" };
  return {
    id: "authorize",
    action: `Sign the transfer of ${token.symbol}`,
    description: `Lets the service move ${token.symbol} once, for this request; ${destination.symbol} is sent to ${recipient}.`,
    kind: "signature",
    requestId,
    depositAddress: "",
    items: [itemOf({ sign, post: { endpoint: "/execute/permits", method: "POST", body } }, requestId)],
  };
}

/** The fields of a message as JSON can carry them: numbers as their digits. */
function inText(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message).map(([name, part]) => [
      name,
      typeof part === "object" && part !== null
        ? inText(part as Readonly<Record<string, unknown>>) // a struct of the message
        : String(part),
    ]),
  );
}
