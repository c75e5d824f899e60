import { Refusal } from "../api/refusals.ts";
import { PERMIT_SECONDS } from "../permits/permit.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A field of public services that this service does not carry out: values that change nothing are accepted. */
type Unsupported = Readonly<{ isHarmless: (value: unknown, body: Fields) => boolean; instead: string }>;

const isOff = (value: unknown) => value === false;
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/**
 * Fields that decide who pays, who receives, or how much: ignoring one of them would move money in another way than the
 * caller asked for. Each says what to do instead (decision 78).
 */
export const REFUSED_FIELDS: Readonly<Record<string, Unsupported>> = {
  topupGas: {
    isHarmless: isOff,
    instead:
      "the recipient gets destinationCurrency only, no gas beside it. Leave it out, and quote the native coin separately.",
  },
  topupGasAmount: {
    isHarmless: (_, { topupGas }) => topupGas === false,
    instead:
      "the recipient gets no gas beside destinationCurrency. Leave it out, and quote the native coin separately.",
  },
  fixedRate: {
    isHarmless: () => false,
    instead:
      "rates cannot be fixed by the caller. Leave it out; tradeType EXACT_OUTPUT delivers an exact amount or refunds.",
  },
  enableTrueExactOutput: {
    isHarmless: isOff,
    instead: "what an exact output does not need goes back to the payer, never to the solver. Leave it out.",
  },
  latePaymentSlippageTolerance: {
    isHarmless: () => false,
    instead:
      "there is one tolerance, however late the deposit comes. Use slippageTolerance, and ttl for a deadline.",
  },
  permitExpiry: {
    isHarmless: (value, { usePermit }) => value === PERMIT_SECONDS || usePermit !== true,
    instead: `a signature is valid for ${PERMIT_SECONDS} seconds. Leave it out, or set it to ${PERMIT_SECONDS}.`,
  },
  authorizationList: {
    isHarmless: isEmpty,
    instead:
      "calls of a quote delegate no account (EIP-7702). Leave it out; POST /execute takes authorizations.",
  },
  ...Object.fromEntries(
    ["sponsoredFeeComponents", "maxSubsidizationAmount", "subsidizationBps", "subsidizeRent"].map((name) => [
      name,
      {
        isHarmless: (_: unknown, { subsidizeFees }: Fields) => subsidizeFees !== true,
        instead:
          "with subsidizeFees the balance of the API key pays all gas and fees of the service. Leave it out.",
      },
    ]),
  ),
};

/** Fields of public services that are accepted and change nothing here, with the reason why that moves no money. */
export const IGNORED_FIELDS: Readonly<Record<string, string>> = {
  referrerAddress: "a label",
  refundOnOrigin: "refunds always go to the origin chain",
  explicitDeposit: "a wallet's deposit always calls the depository",
  useFallbacks: "there are no other routes to fall back to",
  includeProtocolData: "asks for more data in the answer only",
  txsGasLimit: "calls are tried at the quote, and get the gas that they use and room",
  gasLimitForDepositSpecifiedTxs: "calls are made by the solver, not in the deposit",
  originGasOverhead: "origin gas is estimated from the transaction itself",
  includedOriginSwapSources: "nothing is swapped on the origin chain",
  disableOriginSwaps: "nothing is swapped on the origin chain",
  disableSwapProviderPreference: "no source of swaps is preferred: the better price is taken",
  overridePriceImpact:
    "a quote shows its impact in details.totalImpact; only what pools would take is limited",
  depositFeePayer: "concerns Solana, which is not supported",
  maxRouteLength: "concerns Solana, which is not supported",
  useSharedAccounts: "concerns Solana, which is not supported",
  includeComputeUnitLimit: "concerns Solana, which is not supported",
};

/** Names every field of a body that would be ignored although it moves money. Throws Refusal. */
export function refuseUnsupported(body: Fields): void {
  const named = Object.entries(REFUSED_FIELDS).flatMap(([name, { isHarmless, instead }]) => {
    const value = body[name];
    return value === undefined || value === null || isHarmless(value, body)
      ? []
      : [`${name} is not supported: ${instead}`];
  });
  const messages = [...named, ...otherValues(body)];
  if (messages.length > 0) throw new Refusal("INVALID_REQUEST", messages.join(" "));
}

/** A call's value before something was taken off it: only `value` is sent. */
function otherValues({ txs }: Fields): readonly string[] {
  if (!Array.isArray(txs)) return [];
  return (txs as readonly unknown[]).flatMap((call, index) => {
    if (typeof call !== "object" || call === null || !("originalTxValue" in call)) return [];
    const { value, originalTxValue } = call as Fields;
    if (originalTxValue === undefined || originalTxValue === value) return [];
    return [
      `txs.${index}.originalTxValue is not supported: a call is sent with its value. Leave it out, or set it to the value.`,
    ];
  });
}
