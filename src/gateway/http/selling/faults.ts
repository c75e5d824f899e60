import { LogoError } from "../../domain/branding/logoError.ts";
import { correctableError, ValidationError } from "../errors.ts";

/** What is wrong with a form: a sentence for each field (by the name that the API gives it) and one for the whole. */
export type Faults = Readonly<{
  status: number;
  fields: Readonly<Record<string, string>>;
  problem: string | undefined; // about no single field
}>;

/** What a person can mend in a form whose `names` stand beside their fields; undefined for any other error. */
export function faultsOf(error: unknown, names: readonly string[]): Faults | undefined {
  const found = correctableError(error);
  if (!found) return undefined;
  if (error instanceof LogoError && names.includes("Picture"))
    return { status: found.status, fields: { Picture: found.message }, problem: undefined };
  if (!(error instanceof ValidationError))
    return { status: found.status, fields: {}, problem: found.message };
  const fields = error.problems.filter(({ path }) => names.includes(fieldOf(path)));
  const others = error.problems.filter((problem) => !fields.includes(problem));
  return {
    status: 422,
    fields: Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), message])),
    problem: others.length > 0 ? others.map(({ message }) => message).join(" ") : undefined,
  };
}

/** The field of a path: "Tips" of "Tips[0]". */
function fieldOf(path: string): string {
  return path.replace(/\[\d+\]$/, "");
}
