import { LogoError } from "../../domain/branding/logoError.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { correctableError, problemIn, ValidationError } from "../errors.ts";

/** What is wrong with a form: a sentence for each field (by the name that the API gives it) and one for the whole. */
export type Faults = Readonly<{
  status: number;
  fields: Readonly<Record<string, string>>;
  problem: string | undefined; // about no single field
}>;

/** What a person can mend in a form whose `names` stand beside their fields, in the words of `tr`; undefined for any other error. */
export function faultsOf(error: unknown, names: readonly string[], tr: Translate): Faults | undefined {
  const found = correctableError(error, tr);
  if (!found) return undefined;
  if (error instanceof LogoError && names.includes("Picture"))
    return { status: found.status, fields: { Picture: found.message }, problem: undefined };
  if (!(error instanceof ValidationError))
    return { status: found.status, fields: {}, problem: found.message };
  const fields = error.problems.filter(({ path }) => names.includes(fieldOf(path)));
  const others = error.problems.filter((problem) => !fields.includes(problem));
  return {
    status: 422,
    fields: Object.fromEntries(fields.map((problem) => [fieldOf(problem.path), problemIn(problem, tr)])),
    problem: others.length > 0 ? others.map((problem) => problemIn(problem, tr)).join(" ") : undefined,
  };
}

/** The field of a path: "Tips" of "Tips[0]". */
function fieldOf(path: string): string {
  return path.replace(/\[\d+\]$/, "");
}
