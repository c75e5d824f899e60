import fs from "node:fs";
import { z } from "zod";
import {
  replayAll,
  replayUnder,
  type PolicyChange,
  type Standing,
} from "../../gateway/usecases/invoices/replay.ts";
import type { Persistence } from "../../gateway/ports/persistencePort.ts";
import type { Settlement } from "../../gateway/domain/invoices/invoice.ts";
import type { PolicySettings } from "../../gateway/domain/invoices/policy.ts";
import { formatFixed } from "../../values/amount.ts";
import type { Command } from "../command.ts";
import { withPersistence } from "./withPersistence.ts";
import {
  POLICY_OPTIONS,
  POLICY_SPELLINGS,
  readPolicyOptions,
} from "../../gateway/usecases/stores/policyOptions.ts";
import { readArguments } from "../arguments.ts";

/**
 * Derives every invoice again from what it was decided upon. Throws, so that the exit code is 1, when one comes out otherwise.
 * With --policy <file> it lists what past decisions would have been under another policy, and by how much. Changes nothing.
 */
export const replay: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "replay");
  const file = given.option("policy");
  const policy = file === undefined ? undefined : readPolicyFile(file);
  await withPersistence(invocation, ({ persistence }) =>
    policy ? replayPolicy(persistence, policy, print) : replayDecisions(persistence, print),
  );
};

async function replayDecisions(persistence: Persistence, print: (line: string) => void): Promise<void> {
  const { invoices, differing, older } = await replayAll(persistence, (id, differences) => {
    print([`invoice ${id}`, ...differences.map((difference) => `  ${difference}`)].join("\n"));
  });
  const without = older > 0 ? ` ${older} more are from a version that kept no decisions.` : "";
  print(
    `${invoices} invoices were replayed from their observations, ${differing} came out otherwise.${without}`,
  );
  if (differing > 0) throw new Error("What is stored is not what was decided: see above.");
}

type PolicyFor = (coin: Settlement) => PolicySettings;

async function replayPolicy(
  persistence: Persistence,
  policy: PolicyFor,
  print: (line: string) => void,
): Promise<void> {
  const totals = new Map<string, Total>();
  const settingsFor = ({ terms }: PolicyChange["invoice"]) => policy(terms.settlement);
  const { invoices, differing } = await replayUnder(persistence, settingsFor, (change) => {
    print(lineOf(change));
    addTo(totals, change);
  });
  const sums = [...totals.values()].map(describeTotal);
  print([...sums, `${differing} of ${invoices} decisions would have been others.`].join("\n"));
}

function lineOf({ invoice, was, would }: PolicyChange): string {
  const { price, decimals, currency } = invoice.terms;
  const money = (amount: bigint) => `${formatFixed(amount, decimals)} ${currency}`;
  const paid =
    was.paid === would.paid ? money(was.paid) : `${money(was.paid)}, would count as ${money(would.paid)}`;
  return `invoice ${invoice.id}  price ${money(price)}  paid ${paid}  ${describe(was)} -> ${describe(would)}`;
}

function describe({ state, additional, attention }: Standing): string {
  const odd = additional === "None" ? "" : ` ${additional}`;
  return `${state}${odd}${attention.length > 0 ? ` (a person: ${attention.join(", ")})` : ""}`;
}

/** What would be taken for payment that was not, or the other way round: prices, and what was paid of them. */
type Total = {
  currency: string;
  decimals: number;
  isTaken: boolean;
  count: number;
  price: bigint;
  paid: bigint;
};

function addTo(totals: Map<string, Total>, { invoice, was, would }: PolicyChange): void {
  if (isTaken(was) === isTaken(would)) return;
  const { currency, decimals, price } = invoice.terms;
  const key = `${currency} ${isTaken(would)}`;
  const none = { currency, decimals, isTaken: isTaken(would), count: 0, price: 0n, paid: 0n };
  const total = totals.get(key) ?? none;
  total.count++;
  total.price += price;
  total.paid += would.paid;
  totals.set(key, total);
}

/** True when the shop ships on it. */
function isTaken({ state, additional }: Standing): boolean {
  return state === "Settled" || additional === "PaidLate";
}

function describeTotal({ currency, decimals, isTaken: isNow, count, price, paid }: Total): string {
  const money = (amount: bigint) => `${formatFixed(amount, decimals)} ${currency}`;
  const by = paid < price ? `${money(price - paid)} less` : `${money(paid - price)} more`;
  const what = isNow ? "Taken as paid, which were not" : "Not taken as paid any more";
  return `${what}: ${count}, with ${money(price)} asked for and ${money(paid)} paid, ${by}`;
}

const POLICY_NAMES: readonly string[] = [...POLICY_OPTIONS, ...Object.keys(POLICY_SPELLINGS)];

const fileSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * A policy in a file: a JSON object with the words of "stores set" or of the API as names, such as {"tolerance": 1.5}.
 * Throws with a sentence for anything else.
 */
function readPolicyFile(file: string): PolicyFor {
  const expected = `--policy expects a file with a JSON object of ${POLICY_OPTIONS.join(", ")}`;
  const parsed = fileSchema.safeParse(readJson(file, expected));
  if (!parsed.success) throw new Error(`${expected}; ${file} has something else.`);
  const unknown = Object.keys(parsed.data).filter((name) => !POLICY_NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`${expected}; ${file} has ${unknown.join(", ")}.`);
  const args = Object.entries(parsed.data).map(([name, value]) => `--${name}=${value}`);
  const given = readArguments(args, "stores set", { otherNames: POLICY_SPELLINGS });
  readPolicyOptions(given, ANY_COIN); // an invalid value is reported before anything is read
  return (coin) => readPolicyOptions(given, coin);
}

const ANY_COIN = { decimals: 18, symbol: "the settlement coin" };

function readJson(file: string, expected: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${expected}; ${file} cannot be read as one.`, { cause });
  }
}
