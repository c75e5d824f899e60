import type { Person } from "../../gateway/usecases/invoices/markInvoice.ts";
import type { Arguments } from "../arguments.ts";

const LONGEST = 500;

/** Who decided and why: --by and --reason. Throws when one is missing, blank or too long. */
export function readPerson(given: Arguments): Person {
  return { by: readText(given, "by"), reason: readText(given, "reason") };
}

function readText(given: Arguments, name: string): string {
  const text = given.require(name).trim();
  if (text === "") throw new Error(`--${name} is blank.`);
  if (text.length <= LONGEST) return text;
  throw new Error(`--${name} expects at most ${LONGEST} characters, got ${text.length}.`);
}
