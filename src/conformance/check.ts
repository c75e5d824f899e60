import { Blocked, Failed, Harmful, NotRun } from "./finding.ts";
import { networkOf } from "./bitcoinNetwork.ts";
import type { Payments } from "./funded/paid.ts";
import type { Wallets } from "./funded/wallets.ts";
import { fieldsOf, listOf } from "./json.ts";
import { describe, type Answer, type Service } from "./service.ts";
import { findHarms } from "./payer/harms.ts";
import type { Facts } from "./payer/quoted.ts";
import type { ListedChain, Routes } from "./routes.ts";
import { readSteps, type Body, type Parties, type Samples } from "./samples.ts";

/** What a check has to work with. */
export type Context = Readonly<{
  service: Service;
  chains: readonly ListedChain[];
  routes: Routes;
  samples: Samples;
  flatSamples: Samples; // answers of POST /quote/v3, which is optional
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

/** Throws Harmful with what came unless the condition holds. */
export function expectSafe(condition: boolean, came: string): asserts condition {
  if (!condition) throw new Harmful(came);
}

/** What quotes are judged by beside the requests that they answer. */
export function readFacts({ chains, parties }: Pick<Context, "chains" | "parties">): Facts {
  return { chains, network: networkOf(parties.bitcoin.user) };
}

/** Asks for a quote that the service has to give. Throws Failed, and Blocked for a quote that would cost its payer money. */
export async function accepted(context: Context, body: Body, what: string): Promise<Answer> {
  const answer = await context.service.post("/quote/v2", body);
  if (answer.status === 401) throw new NotRun(`the service wants an API key (--key): ${describe(answer)}`);
  expect(answer.status === 200, `${what}: expected a quote, got ${describe(answer)}`);
  const [harm] = findHarms(readFacts(context), { body, answer, steps: readSteps(what, answer) });
  if (harm) throw new Blocked(harm.row, `${what}: ${harm.says}`, true);
  return answer;
}

/** Asks for a quote that the service has to refuse as the caller's error. Throws Failed. */
export async function refused({ service }: Context, body: Body, what: string): Promise<Answer> {
  const answer = await service.post("/quote/v2", body);
  if (answer.status === 401) throw new NotRun(`the service wants an API key (--key): ${describe(answer)}`);
  expect(isRefusal(answer), `${what}: expected a refusal (400 to 499), got ${describe(answer)}`);
  return answer;
}

/** The same for what would lose the payer's money if it were quoted. Throws Harmful for a quote. */
export async function refusedSafely(context: Context, body: Body, what: string): Promise<Answer> {
  const answer = await context.service.post("/quote/v2", body);
  if (answer.status === 401) throw new NotRun(`the service wants an API key (--key): ${describe(answer)}`);
  expectSafe(answer.status !== 200 || !hasSteps(answer), `${what}: expected a refusal, got a quote`);
  expect(isRefusal(answer), `${what}: expected a refusal (400 to 499), got ${describe(answer)}`);
  return answer;
}

function hasSteps({ json }: Answer): boolean {
  return listOf(fieldsOf(json)["steps"]).length > 0;
}

/** True for an answer that blames the caller for what was sent. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 405, 408].includes(status);
}

/** Asks for quotes that have to be refused, and gives the summary. Throws Failed. */
export async function allRefused(context: Context, cases: Readonly<Record<string, Body>>): Promise<string> {
  for (const [what, body] of Object.entries(cases)) await refused(context, body, what);
  return `refused: ${Object.keys(cases).join(", ")}`;
}

/** The same for what would lose the payer's money if it were quoted. Throws Harmful for a quote. */
export async function allRefusedSafely(
  context: Context,
  cases: Readonly<Record<string, Body>>,
): Promise<string> {
  for (const [what, body] of Object.entries(cases)) await refusedSafely(context, body, what);
  return `refused: ${Object.keys(cases).join(", ")}`;
}
