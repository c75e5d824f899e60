import { Failed, NotRun } from "./finding.ts";
import type { Payments } from "./funded/paid.ts";
import type { Wallets } from "./funded/wallets.ts";
import { describe, type Answer, type Service } from "./service.ts";
import type { ListedChain, Routes } from "./routes.ts";
import type { Body, Parties, Samples } from "./samples.ts";

/** What a check has to work with. */
export type Context = Readonly<{
  service: Service;
  chains: readonly ListedChain[];
  routes: Routes;
  samples: Samples;
  parties: Parties;
  explorer: Explorer | undefined;
  wallets: Wallets | undefined; // in a funded run, with the payments that it makes
  payments: Payments | undefined;
}>;

/** What the run asks a block explorer of the user's choice. */
export type Explorer = Readonly<{
  /** Confirmed funded less confirmed spent less spent in the mempool, in sats (interface specification 4.5). */
  balance(address: string): Promise<bigint>;
  /** True once a transaction is in a block. */
  isConfirmed(txid: string): Promise<boolean>;
}>;

/**
 * One check. It is named by the first of its rows; the others say the same in another section. `run` gives what came, in
 * one line, when that is what the rows ask for; else it throws one of finding.ts.
 */
export type Check = Readonly<{
  rows: readonly [string, ...string[]];
  funded?: boolean; // it pays
  run(context: Context): Promise<string>;
}>;

/** Throws Failed with what came unless the condition holds. */
export function expect(condition: boolean, came: string): asserts condition {
  if (!condition) throw new Failed(came);
}

/** Asks for a quote that the service has to give. Throws Failed. */
export async function accepted({ service }: Context, body: Body, what: string): Promise<Answer> {
  const answer = await service.post("/quote/v2", body);
  if (answer.status === 401) throw new NotRun(`the service wants an API key (--key): ${describe(answer)}`);
  expect(answer.status === 200, `${what}: expected a quote, got ${describe(answer)}`);
  return answer;
}

/** Asks for a quote that the service has to refuse as the caller's error. Throws Failed. */
export async function refused({ service }: Context, body: Body, what: string): Promise<Answer> {
  const answer = await service.post("/quote/v2", body);
  if (answer.status === 401) throw new NotRun(`the service wants an API key (--key): ${describe(answer)}`);
  expect(isRefusal(answer), `${what}: expected a refusal (400 to 499), got ${describe(answer)}`);
  return answer;
}

/** True for an answer that blames the caller for what was sent. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 405, 408].includes(status);
}

/** Refuses each of some bodies, and gives the summary. Throws Failed. */
export async function allRefused(context: Context, cases: Readonly<Record<string, Body>>): Promise<string> {
  for (const [what, body] of Object.entries(cases)) await refused(context, body, what);
  return `refused: ${Object.keys(cases).join(", ")}`;
}
