import type { z } from "zod";
import { sentence, type Sentence } from "../../../values/sentence.ts";
import type { Problem } from "../errors.ts";
import { problem } from "./priceBody.ts";

/**
 * A schema's issues with a body in the merchant API's format: the path as C# clients write it
 * (`Checkout.PaymentMethods[0]`), what was expected and what came. Parse with `reportInput: true`.
 */
export function problemsOf(error: z.ZodError): readonly Problem[] {
  return error.issues.map(({ path, message, input }) =>
    problem(nameOf(path), withInput(message, input, path.includes("secret") || path.includes("metadata"))),
  );
}

function nameOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${capital(String(part))}`));
  return parts.join("").replace(/^\./, "");
}

/**
 * Type errors already include the input. The schema's own message is a text of the catalogs where its code marks it so (`english`),
 * unless it has braces, which would be places for values.
 */
function withInput(message: string, input: unknown, isPrivate: boolean): Sentence {
  const expected = message.replace(/\.$/, "");
  const said = /[{}]/.test(expected) ? expected : sentence(expected);
  if (isPrivate || expected.includes("received")) return sentence("{expected}.", { expected: said });
  const came = (JSON.stringify(input) ?? "nothing").slice(0, 60);
  return sentence("{expected}; got {came}.", { expected: said, came });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
