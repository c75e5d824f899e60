import type { CurrencyKey } from "../request.ts";
import { GAS, INCOME, PAYOUTS, POOL_FEES, SWAPS, type Line } from "./accounts.ts";

/** What was earned and spent, in one unit: `net` is income less the rest. */
export type Profit = Readonly<Record<"income" | ProfitPart | "net", bigint>>;
type ProfitPart = "payouts" | "gas" | "pools";

/** The profit in a currency, in its smallest units. */
export type CurrencyProfit = CurrencyKey & Profit;

const NONE: Profit = { income: 0n, payouts: 0n, gas: 0n, pools: 0n, net: 0n };
const PARTS: Readonly<Record<string, "income" | ProfitPart>> = {
  [INCOME]: "income",
  [PAYOUTS]: "payouts",
  [GAS]: "gas",
  [SWAPS]: "pools",
  [POOL_FEES]: "pools",
};

/** True for lines of what was earned or spent. */
export function isProfit({ account }: Pick<Line, "account">): boolean {
  return PARTS[account] !== undefined;
}

/**
 * A profit with a line added whose worth is `debit`, negative for a credit. Income is a credit, and shown as a positive number.
 * Lines of other accounts add nothing.
 */
export function addLine(before: Profit = NONE, { account }: Pick<Line, "account">, debit: bigint): Profit {
  const part = PARTS[account];
  if (part === undefined) return before;
  const change = part === "income" ? -debit : debit;
  return { ...before, [part]: before[part] + change, net: before.net - debit };
}

/** The profit by currency, of those in which anything was earned or spent. */
export function profitByCurrency(lines: readonly Line[]): readonly CurrencyProfit[] {
  const found = new Map<string, CurrencyProfit>();
  for (const line of lines.filter(isProfit)) {
    const { chainId, currency } = line;
    const key = `${chainId} ${currency}`;
    found.set(key, { chainId, currency, ...addLine(found.get(key), line, line.amount) });
  }
  return [...found.values()];
}
