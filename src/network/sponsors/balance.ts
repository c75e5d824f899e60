import { DAY_MS } from "../../values/time.ts";
import { formatDecimal, max, sum } from "../../values/amount.ts";
import { Refusal } from "../api/refusals.ts";
import { APP_FEES_IN, appBalanceOf } from "../ledger/accounts.ts";
import type { NetworkParts } from "../parts.ts";
import { executionsSince, openExecutions, sponsorOf, type Sponsor } from "../persistence/executions.ts";
import { balanceOfAccount } from "../persistence/ledger.ts";
import { feesSince, heldFees } from "../persistence/sponsoredFees.ts";
import type { NetworkStore } from "../persistence/open.ts";

/** What an application has for calls and for fees of quotes, in dollars of 6 decimals. */
export type AppBalance = Readonly<{
  balance: bigint; // what was paid in, less what calls and fees have cost
  available: bigint; // less what calls that are in no block yet, and fees of quotes that are not filled yet, may cost
  leftToday: bigint; // of the limit for 24 hours
  sponsor: Sponsor;
}>;

/** What the application of an API key has to spend; undefined when the operator gave it nothing. */
export async function appBalance(
  { store, clock }: Readonly<{ store: NetworkStore; clock: NetworkParts["clock"] }>,
  owner: string,
): Promise<AppBalance | undefined> {
  const sponsor = await sponsorOf(store, owner);
  if (!sponsor) return undefined;
  const calls = sum((await openExecutions(store, owner)).map(({ most }) => most)); // first: a call that is charged meanwhile counts twice, not never
  const fees = sum((await heldFees(store, owner)).map((one) => one.held));
  const balance = -(await balanceOfAccount(store, appBalanceOf(owner), APP_FEES_IN)); // a credit is negative
  const today = await executionsSince(store, owner, clock() - DAY_MS);
  const quotes = await feesSince(store, owner, clock() - DAY_MS);
  const spent =
    sum(today.map(({ charged, most }) => charged ?? most)) +
    sum(quotes.map(({ charged, held }) => charged ?? held));
  return {
    balance,
    available: max(0n, balance - calls - fees),
    leftToday: max(0n, sponsor.perDay - spent),
    sponsor,
  };
}

const WHAT_NOW = {
  call: "Nothing was submitted.",
  quote: "Ask without subsidizeFees: the fees are then part of the price.",
} as const;

/** Gives the balance where an application may spend so much on one call or quote, and throws Refusal otherwise. */
export function requireSpendable(
  app: AppBalance | undefined,
  most: bigint,
  on: keyof typeof WHAT_NOW = "call",
): AppBalance {
  const refuse = (why: string) => new Refusal("SPONSOR_BALANCE_TOO_LOW", `${why} ${WHAT_NOW[on]}`);
  if (!app)
    throw refuse("This API key has no balance. The operator gives it one: crosstill network sponsor.");
  const may = `${on === "call" ? "The call" : "The fees of this quote"} may cost ${shown(most)}`;
  const { sponsor, available, leftToday } = app;
  if (most > sponsor.perCall)
    throw refuse(`${may}, and this API key may spend ${shown(sponsor.perCall)} on one.`);
  if (most > leftToday)
    throw refuse(
      `${may}, and this API key has ${shown(leftToday)} left of its ${shown(sponsor.perDay)} a day.`,
    );
  if (most > available) throw refuse(`${may}, and this API key's balance has ${shown(available)} free.`);
  return app;
}

function shown(amount: bigint): string {
  return `${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}`;
}
