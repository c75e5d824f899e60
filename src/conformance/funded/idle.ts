import { SECOND_MS } from "../../values/time.ts";
import { NotRun } from "../finding.ts";
import type { ListedCurrency, Routes } from "../routes.ts";
import type { EvmPayer } from "./wallets.ts";

const WATCHES = 3; // a second apart

/**
 * Throws NotRun when something else uses the account that pays: the run reads from its balances what a payment brought, and a
 * further transaction would be taken for the service's.
 */
export async function requireIdle(
  payer: EvmPayer,
  routes: Pick<Routes, "native" | "token">,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  const currencies = [routes.native, routes.token]
    .flatMap((route) => (route ? [route.from, route.to] : []))
    .filter(({ chainId }) => payer.chainIds.includes(chainId));
  for (const chainId of new Set(currencies.map((one) => one.chainId)))
    if (await payer.hasUnconfirmed(chainId))
      throw busy(payer, `has unconfirmed transactions on chain ${chainId}`);
  const before = await readBalances(payer, currencies);
  for (let watches = 0; watches < WATCHES; watches++) {
    await wait(SECOND_MS);
    const now = await readBalances(payer, currencies);
    const changed = currencies.find((_, index) => now[index] !== before[index]);
    if (changed) throw busy(payer, `had its balance on chain ${changed.chainId} changed by something else`);
  }
}

function readBalances(payer: EvmPayer, currencies: readonly ListedCurrency[]): Promise<readonly bigint[]> {
  return Promise.all(
    currencies.map(({ chainId, address }) => payer.balance(chainId, address, payer.address)),
  );
}

function busy({ address }: EvmPayer, what: string): NotRun {
  return new NotRun(
    `the account ${address} ${what}. A funded run needs an account that nothing else pays from or to; use another key, or wait`,
  );
}
