import { AmountError, formatFixed, parseDecimal } from "../values/amount.ts";

type Fields = Readonly<Record<string, unknown>>;

const USD_DECIMALS = 6;

/**
 * Gives an answer of POST /quote/v3 the form of one of /quote/v2, which is read further. The form of the answer decides and not the
 * path: steps without `items` are flat (service-facts-v3 2.3). What v3 leaves open is looked for in the places that it may have:
 * amounts in `details` or in `route.quoted`, fees in `fees.quoted` or in `fees`, a deposit address as text or as an object.
 */
export function nestQuote(answer: unknown): unknown {
  if (!isFields(answer) || !isFlat(answer["steps"])) return answer;
  const { requestId, details, fees } = answer;
  const known = isFields(details) ? details : {};
  return {
    ...answer,
    steps: answer["steps"].map((step) => nestStep(step, requestId)),
    fees: nestFees(fieldAt(fees, "quoted") ?? fees),
    details: {
      ...known,
      currencyIn: joined(fieldAt(answer, "route", "quoted", "origin", "inputCurrency"), known["currencyIn"]),
      currencyOut: joined(
        fieldAt(answer, "route", "quoted", "destination", "outputCurrency"),
        known["currencyOut"],
      ),
    },
  };
}

/** Gives the steps of an answer of POST /execute/permits/v2 the form of /execute/permits. */
export function nestSteps(answer: unknown): unknown {
  if (!isFields(answer) || !isFlat(answer["steps"])) return answer;
  return { ...answer, steps: answer["steps"].map((step) => nestStep(step, answer["requestId"])) };
}

/** Merges the fields of both values; the second overrides the first. Undefined if neither is an object. */
function joined(first: unknown, second: unknown): Fields | undefined {
  if (!isFields(first)) return isFields(second) ? second : undefined;
  return isFields(second) ? { ...first, ...second } : first;
}

function isFlat(steps: unknown): steps is readonly Fields[] {
  return (
    Array.isArray(steps) && steps.length > 0 && steps.every((step) => isFields(step) && !("items" in step))
  );
}

function nestStep(step: Fields, requestId: unknown): Fields {
  const { status, data, check, depositAddress } = step;
  const isObject = isFields(depositAddress);
  return {
    ...step,
    requestId: step["requestId"] ?? requestId,
    depositAddress: isObject ? depositAddress["address"] : depositAddress,
    ...(isObject && { depositAddressType: depositAddress["type"] }),
    items: [{ status, data, ...(check !== null && { check }) }],
  };
}

/** The fees by the names of v2. v3 writes costs as negative dollars, in `usd`. */
function nestFees(fees: unknown): Fields | undefined {
  const [gas, service] = [dollarsOf(fees, "execution"), dollarsOf(fees, "platform")];
  if (gas === undefined || service === undefined) return isFields(fees) ? fees : undefined;
  const named = { relayerGas: gas, relayerService: service, relayer: gas + service };
  const others = { swap: dollarsOf(fees, "swap"), app: dollarsOf(fees, "app") };
  return Object.fromEntries(
    Object.entries({ ...named, ...others }).flatMap(([name, dollars]) =>
      dollars === undefined ? [] : [[name, { amountUsd: formatFixed(dollars, USD_DECIMALS) }]],
    ),
  );
}

/** Millionths of a dollar, cut after six decimals; undefined where the fee is not stated. */
function dollarsOf(fees: unknown, name: string): bigint | undefined {
  const usd = fieldAt(fees, name, "usd");
  if (typeof usd !== "string") return undefined;
  const [whole = "0", fraction = "0"] = usd.replace(/^-/, "").split(".");
  try {
    return parseDecimal(`${whole}.${fraction.slice(0, USD_DECIMALS) || "0"}`, USD_DECIMALS);
  } catch (error) {
    if (error instanceof AmountError) return undefined;
    throw error;
  }
}

function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((here, name) => (isFields(here) ? here[name] : undefined), value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
