import { sessionCookie } from "../../gateway/http/owner/cookie.ts";

/** Why no browser can open the owner's pages at this address, and what to do; undefined where they are open. */
export function ownersPagesClosed(publicUrl: string): string | undefined {
  if (sessionCookie(publicUrl)) return undefined;
  return `closed, because a password would cross the network in plain http. Leave PUBLIC_URL out to use them on this machine at http://localhost, or set it to an https address (docs/how-to/reverse-proxy.md). "crosstill keys create" makes keys without them.`;
}
