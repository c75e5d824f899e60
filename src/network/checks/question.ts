import type { CheckPurpose } from "../persistence/checks.ts";
import { refundAddress } from "../refundTarget.ts";
import type { BridgeRequest } from "../request.ts";

/** The part that an address has in a payment. `call` is a contract that the request calls. */
export type AddressRole = "sender" | "recipient" | "refund" | "call";

export type ScreenedAddress = Readonly<{ role: AddressRole; chainId: number; address: string }>;

/** Whether these addresses may be served with this payment. */
export type Question = Readonly<{
  request: BridgeRequest;
  purpose: CheckPurpose;
  addresses: readonly ScreenedAddress[];
}>;

/** What a fill is asked about: who paid, who gets the money, and where it would go back to. */
export function fillQuestion(request: BridgeRequest, senders: readonly string[]): Question {
  const { deposit, destination, recipient, calls } = request;
  const from = deposit?.chainId ?? request.origin.chainId;
  const to = destination.chainId;
  return {
    ...{ request, purpose: "fill" },
    addresses: [
      ...senders.map((address) => ({ role: "sender", chainId: from, address }) as const),
      { role: "recipient", chainId: to, address: recipient },
      ...calls.map((call) => ({ role: "call", chainId: to, address: call.to }) as const),
      ...refundQuestion(request).addresses,
    ],
  };
}

/** What a refund is asked about: the address that it goes to. */
export function refundQuestion(request: BridgeRequest): Question {
  const { deposit, origin } = request;
  const refundTo = refundAddress(request);
  const chainId = deposit?.chainId ?? origin.chainId;
  const addresses = refundTo === undefined ? [] : [{ role: "refund", chainId, address: refundTo } as const];
  return { request, purpose: "refund", addresses };
}

/** Names what was asked about: an answer counts for this deposit and these addresses, and for nothing else. */
export function subjectOf({ request, addresses }: Question): string {
  const { deposit } = request;
  return JSON.stringify([deposit?.id ?? "", ...addresses.map(({ role, address }) => `${role} ${address}`)]);
}
