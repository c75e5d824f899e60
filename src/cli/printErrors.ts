import { z } from "zod";
import { HttpFailure } from "../http-client/http.ts";
import { errorMessage } from "../runtime/log.ts";

/** An error as one or a few sentences: its message and the messages of its causes. Stacks stay inside. */
export function printErrors(error: unknown): string {
  const lines: string[] = [];
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const said = errorMessage(current);
    for (const line of [said, ...answered(current)]) if (!lines.includes(line)) lines.push(line);
  }
  return lines.length > 0 ? `crosstill: ${lines.join("\n  because: ")}` : `crosstill: ${String(error)}`;
}

const problemSchema = z.object({ path: z.string().optional(), message: z.string() });
const LONGEST = 500; // characters of an answer

/** The error in the body of a refusal: its message, or the fault of each field. */
function answered(error: Error): readonly string[] {
  if (!(error instanceof HttpFailure) || typeof error.body !== "string") return [];
  try {
    const problems = z.union([z.array(problemSchema), problemSchema]).parse(JSON.parse(error.body));
    return [problems]
      .flat()
      .map(({ path, message }) => `${path ? `${path}: ` : ""}${message}`.slice(0, LONGEST));
  } catch {
    return [];
  }
}
