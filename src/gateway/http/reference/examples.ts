import type { OperationName } from "./paths.ts";
import recorded from "./examples.json" with { type: "json" };

/** Answers of a real sandbox, as `npm run examples` wrote them down. A test asks all of it again. */
export const answerExamples: Readonly<Partial<Record<OperationName, unknown>>> = recorded;
