import { formatFixed } from "../../values/amount.ts";

export type DemoResult = Readonly<{
  count: number;
  settled: number;
  seconds: number;
  reported: bigint; // the sum of settlements[].amount, in millionths of USDC
  received: bigint; // what the merchant's balance on the chain grew by
  calls: Readonly<{ quotes: number; status: number; explorer: number }>;
  isRight: boolean;
}>;

const USDC_DECIMALS = 6;

/** What the demo found, for people. */
export function demoTable({
  count,
  settled,
  seconds,
  reported,
  received,
  calls,
  isRight,
}: DemoResult): string {
  const each = (total: number) => (total / count).toFixed(2);
  const rows: readonly (readonly [string, string])[] = [
    ["Invoices", String(count)],
    ["Settled", String(settled)],
    ["Seconds", seconds.toFixed(1)],
    ["USDC received on chain", formatFixed(received, USDC_DECIMALS)],
    ["Sum of settlements[].amount", formatFixed(reported, USDC_DECIMALS)],
    ["Difference", formatFixed(received - reported, USDC_DECIMALS)],
    ["Quotes per payment", each(calls.quotes)],
    ["Status calls per payment", each(calls.status)],
    ["Explorer calls per payment", each(calls.explorer)],
    ["Verdict", isRight ? "every invoice settled, every unit accounted for" : "NOT RIGHT"],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return ["", ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ""].join("\n");
}
