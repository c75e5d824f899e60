import type { OperationName } from "./operations.ts";
import recorded from "./examples.json" with { type: "json" };

/** Answers of a real service by what was asked, as `npm run examples` wrote them down. A test asks all of it again. */
export const answerExamples: Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> = recorded;
