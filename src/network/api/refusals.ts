/** Why a quote was refused, in the words of public services of this family (interface specification 7 leaves them open). */
export type RefusalCode =
  | "INVALID_REQUEST"
  | "INVALID_ADDRESS"
  | "INVALID_RECIPIENT"
  | "INVALID_SLIPPAGE_TOLERANCE"
  | "UNSUPPORTED_CHAIN"
  | "UNSUPPORTED_CURRENCY"
  | "UNSUPPORTED_ROUTE"
  | "UNSUPPORTED_EXECUTION_TYPE"
  | "EXTRA_TXS_NOT_SUPPORTED"
  | "INVALID_EXTRA_TXS"
  | "USER_RECIPIENT_MISMATCH"
  | "DESTINATION_TX_FAILED"
  | "PERMIT_FAILED"
  | "PERMIT_LIMIT_REACHED"
  | "AMOUNT_TOO_LOW"
  | "INSUFFICIENT_FUNDS"
  | "INSUFFICIENT_LIQUIDITY"
  | "SWAP_IMPACT_TOO_HIGH"
  | "SPONSOR_BALANCE_TOO_LOW"
  | "UNAUTHORIZED"
  | "UNAUTHORIZED_QUOTE"
  | "PRICE_FETCH_FAILED"
  | "SERVICE_UNAVAILABLE";

/** The HTTP status of each code: 400 is the caller's to mend, 429 and 503 may be tried again. */
export const HTTP_STATUS: Readonly<Record<RefusalCode, number>> = {
  INVALID_REQUEST: 400,
  INVALID_ADDRESS: 400,
  INVALID_RECIPIENT: 400,
  INVALID_SLIPPAGE_TOLERANCE: 400,
  UNSUPPORTED_CHAIN: 400,
  UNSUPPORTED_CURRENCY: 400,
  UNSUPPORTED_ROUTE: 400,
  UNSUPPORTED_EXECUTION_TYPE: 400,
  EXTRA_TXS_NOT_SUPPORTED: 400,
  INVALID_EXTRA_TXS: 400,
  USER_RECIPIENT_MISMATCH: 400,
  DESTINATION_TX_FAILED: 400,
  PERMIT_FAILED: 400,
  PERMIT_LIMIT_REACHED: 429,
  AMOUNT_TOO_LOW: 400,
  INSUFFICIENT_FUNDS: 400,
  INSUFFICIENT_LIQUIDITY: 400,
  SWAP_IMPACT_TOO_HIGH: 400,
  SPONSOR_BALANCE_TOO_LOW: 400,
  UNAUTHORIZED: 401,
  UNAUTHORIZED_QUOTE: 401,
  PRICE_FETCH_FAILED: 503,
  SERVICE_UNAVAILABLE: 503,
};

/** A refusal of a call. The message states what was expected, what came and what to do. */
export class Refusal extends Error {
  override name = "Refusal";
  /** For programs: why a call on the destination would revert, or what an account lacks. */
  readonly errorData: string | Readonly<Record<string, unknown>> | undefined;
  constructor(
    readonly code: RefusalCode,
    message: string,
    options: ErrorOptions & Readonly<{ errorData?: Refusal["errorData"] }> = {},
  ) {
    super(message, options);
    this.errorData = options.errorData;
  }
}
