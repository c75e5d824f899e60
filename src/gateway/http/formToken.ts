import type { Secrets } from "../ports/secretsPort.ts";

/**
 * Identifies what a form creates, so that a form that is sent twice creates one. It cannot be forged;
 * `what` names the purpose.
 */
export function formToken({ seal }: Secrets, what: string, id: string): string {
  return seal(`${what} ${id}`);
}

/** The id that a form's token names; undefined without one, or with one for something else. */
export async function idInFormToken(
  { isSealed, open }: Secrets,
  what: string,
  token: string,
): Promise<string | undefined> {
  if (!isSealed(token)) return undefined;
  try {
    const text = await open(token);
    return text.startsWith(`${what} `) ? text.slice(what.length + 1) : undefined;
  } catch {
    return undefined; // it was altered
  }
}
