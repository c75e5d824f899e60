import type { Secrets } from "../ports/ports.ts";

/** Names what a form makes, so that a form which is sent twice makes one. Nobody else can choose such a name; `what` says of what it is. */
export function formToken({ seal }: Secrets, what: string, id: string): string {
  return seal(`${what} ${id}`);
}

/** The id that a form's token names; undefined without one, or with one for something else. */
export function idInFormToken({ isSealed, open }: Secrets, what: string, token: string): string | undefined {
  if (!isSealed(token)) return undefined;
  try {
    const text = open(token);
    return text.startsWith(`${what} `) ? text.slice(what.length + 1) : undefined;
  } catch {
    return undefined; // somebody has changed it
  }
}
