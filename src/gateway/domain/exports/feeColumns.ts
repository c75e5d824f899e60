import { sumDecimals } from "../../../values/amount.ts";
import type { PaymentLine } from "../books/lines/line.ts";
import { amount } from "./columns.ts";
import type { Column } from "./exportFile.ts";

/** The kinds of fees that have a column, in the service's words. All others are one. */
const KINDS = {
  gas: "fee_gas",
  relayer: "fee_relayer",
  relayerGas: "fee_relayer_gas",
  relayerService: "fee_relayer_service",
  app: "fee_app",
} as const;

type Fees = Readonly<{ fees: PaymentLine["fees"] }>;

/** What the conversion of a payment cost: in all, by kind, and the rest. In the settlement coin. */
export function feeColumns<Line>(find: (line: Line) => Fees | undefined): readonly Column<Line>[] {
  return [
    amount("fees", (line) => total(find(line), () => true)),
    ...Object.entries(KINDS).map(([kind, name]) => amount<Line>(name, (line) => find(line)?.fees[kind])),
    amount("fee_other", (line) => total(find(line), (kind) => !Object.hasOwn(KINDS, kind))),
  ];
}

/** The sum of some kinds; undefined where there is none of them. */
export function total(payment: Fees | undefined, counts: (kind: string) => boolean): string | undefined {
  const parts = Object.entries(payment?.fees ?? {}).filter(([kind]) => counts(kind));
  return parts.length === 0 ? undefined : sumDecimals(parts.map(([, fee]) => fee));
}
