import type { z } from "zod";
import type { Problem } from "../errors.ts";

/**
 * A schema's issues with a body in the merchant API's format: the path as C# clients write it
 * (`Checkout.PaymentMethods[0]`), what was expected and what came. Parse with `reportInput: true`.
 */
export function problemsOf(error: z.ZodError): readonly Problem[] {
  return error.issues.map(({ path, message, input }) => ({
    path: nameOf(path),
    message: withInput(message, input, path.includes("secret") || path.includes("metadata")),
    code: "invalid",
  }));
}

function nameOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${capital(String(part))}`));
  return parts.join("").replace(/^\./, "");
}

/** Type errors already include the input. */
function withInput(message: string, input: unknown, isPrivate: boolean): string {
  const sentence = message.replace(/\.$/, "");
  if (isPrivate || sentence.includes("received")) return `${sentence}.`;
  return `${sentence}; got ${(JSON.stringify(input) ?? "nothing").slice(0, 60)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
