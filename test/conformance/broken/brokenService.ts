import type { Defect, Exchange, Json, Step } from "../proxy.ts";

/** A service that keeps the specification but for one rule. Written from the specification, without the checks. */
export type BrokenService = Readonly<{
  /** Completes "A service that …". */
  name: string;
  /** The section of the interface specification that it breaks. */
  section: string;
  /** The row whose check must find the fault. Undefined when any row may find it. */
  row?: string;
  /** True when a payer who follows the quote can lose money, or pays for what was not asked. */
  harms: boolean;
  /** What the service reads in place of the body of a quote request. */
  reads?: (sent: Json) => Json;
  answers?: Defect;
  /** The fault is only visible where the service shows more than the specification asks for. */
  needs?: "details" | "contracts";
}>;

export const ZERO = "0x0000000000000000000000000000000000000000";
export const EVM_STRANGER = "0xd0000000000000000000000000000000000000bd"; // has the form of a deposit address
export const BITCOIN = 8253038;
export const BTC = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";

export const APPROVE = "0x095ea7b3"; // approve(address,uint256)
export const TRANSFER = "0xa9059cbb"; // transfer(address,uint256)

export const isEvmAddress = (value: unknown): boolean =>
  typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value);

/** True for what writes an amount as an integer, as it should be. */
export const isAmount = (value: unknown): boolean => typeof value === "string" && /^\d+$/.test(value);

export const isQuote = ({ url, status }: Exchange): boolean =>
  status === 200 && url.pathname.endsWith("/quote/v2");

export const isChains = ({ url, status }: Exchange): boolean =>
  status === 200 && url.pathname.endsWith("/chains");

export const takesDeposits = (asked: Json): boolean => asked["useDepositAddress"] === true;

/** The quotes of wallets: no deposit address, no Bitcoin origin. */
export const isEvmWallet = (asked: Json): boolean =>
  !takesDeposits(asked) && asked["originChainId"] !== BITCOIN;

export const ofStep = (step: Step, id: string): boolean => step["id"] === id;

/** A 32-byte argument of a call. */
export const word = (value: bigint | string): string =>
  (typeof value === "bigint" ? value.toString(16) : value.replace(/^0x/, "").toLowerCase()).padStart(64, "0");

/** The call data with its argument at this index replaced. */
export function withArgument(data: unknown, index: number, value: bigint | string): string {
  const text = String(data);
  const start = 10 + index * 64;
  return `${text.slice(0, start)}${word(value)}${text.slice(start + 64)}`;
}

export function argument(data: unknown, index: number): bigint {
  return BigInt(`0x${String(data).slice(10 + index * 64, 10 + (index + 1) * 64)}`);
}

/** Refuses what the condition selects. */
export const refuses = (
  when: (exchange: Exchange) => boolean,
  status = 400,
  answer: unknown = { errorCode: "INVALID_REQUEST", message: "Refused." },
): Defect => {
  return (exchange) => (when(exchange) ? { status, answer } : undefined);
};
