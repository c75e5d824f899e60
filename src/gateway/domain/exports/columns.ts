import type { Instant } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";
import type { CoinAmount } from "../books/lines/line.ts";
import type { Column, ExportLine, Reading } from "./exportFile.ts";
import { placeText } from "./linePlace.ts";

/** With what every line of every file begins. */
export const LEAD_COLUMNS: readonly Column<ExportLine>[] = [
  { name: "schema", kind: "text", cell: (_, { schema }) => schema },
  { name: "line", kind: "text", cell: placeText },
  { name: "zone", kind: "text", cell: (_, { zone }) => zone },
  { name: "kind", kind: "text", cell: ({ kind }) => kind },
  { name: "booked_at", kind: "time", cell: ({ at }, { time }) => time(at) },
  { name: "store_id", kind: "text", cell: ({ storeId }) => storeId },
  { name: "invoice_id", kind: "text", cell: ({ invoiceId }) => invoiceId },
];

type Find<Line, T> = (line: Line, reading: Reading) => T | undefined;

/** A column of text, guarded against formulas in CSV. */
export function text<Line>(name: string, find: Find<Line, string>): Column<Line> {
  return { name, kind: "text", cell: find };
}

/** A column of decimals that keep their sign on reversal lines. */
export function number<Line>(name: string, find: Find<Line, string | number>): Column<Line> {
  return { name, kind: "number", cell: (line, reading) => find(line, reading)?.toString() };
}

/** A column of decimals with the sign turned on reversal lines. */
export function amount<Line>(name: string, find: Find<Line, string>): Column<Line> {
  return { name, kind: "amount", cell: find };
}

/** A column of moments in ISO 8601. */
export function time<Line>(name: string, find: Find<Line, Instant>): Column<Line> {
  return {
    name,
    kind: "time",
    cell: (line, reading) => {
      const at = find(line, reading);
      return at === undefined ? undefined : reading.time(at);
    },
  };
}

/**
 * A coin and its amount: the amount is empty where the coin's decimals are unknown, the smallest units
 * never are.
 */
export function coinColumns<Line>(
  name: string,
  find: (line: Line) => CoinAmount | undefined,
): readonly Column<Line>[] {
  return [
    number(`${name}_chain_id`, (line) => find(line)?.chainId),
    text(`${name}_currency`, (line) => find(line)?.currency),
    text(`${name}_symbol`, (line) => find(line)?.symbol),
    amount(`${name}_amount`, (line) => find(line)?.amount),
    amount(`${name}_units`, (line) => find(line)?.units),
  ];
}

/** What something was worth in up to three currencies that the store tracks. */
export function trackedColumns<Line>(find: (line: Line) => readonly Worth[]): readonly Column<Line>[] {
  return [0, 1, 2].flatMap((index) => {
    const name = `tracked${index + 1}`;
    const at = (line: Line) => find(line)[index];
    return [
      text(`${name}_currency`, (line: Line) => at(line)?.currency),
      amount(`${name}_value`, (line: Line) => at(line)?.value),
      number(`${name}_rate`, (line: Line) => at(line)?.rate),
      text(`${name}_source`, (line: Line) => at(line)?.source),
      time(`${name}_at`, (line: Line) => at(line)?.at),
    ];
  });
}
