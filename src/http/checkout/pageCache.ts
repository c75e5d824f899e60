import { randomBytes } from "node:crypto";
import { SECOND_MS, type Instant } from "../../time.ts";

const FRESH_MS = SECOND_MS; // the time left and what else depends on the clock may be this old
const MOST_PAGES = 1_000; // of about 20 kB
const LONGEST_NAME = 500; // characters; whoever asks with more than any page needs is served, but nothing is kept for it

/** What stands for the nonce in a page that is kept. Nobody outside ever reads it: every answer gets a nonce of its own. */
export const NONCE_PLACE = randomBytes(16).toString("hex");

/** One look of a page: of which invoice, at which version, and everything in the request that the look depends on. */
export type Look = Readonly<{ invoiceId: string; version: number; name: string }>;

/**
 * Pages for those who look again at what has not changed, such as a crowd at one invoice or a page that reloads itself. A page
 * is given only while its invoice is at the version that it shows, and for a second at most.
 */
export type PageCache = Readonly<{
  /** The page as it was drawn last, or as it is drawn now. */
  page(look: Look, at: Instant, draw: () => Promise<string>): Promise<string>;
  /** To be called when something has changed that no version tells of. */
  forget(invoiceId: string): void;
}>;

type Kept = Readonly<{ invoiceId: string; version: number; drawnAt: Instant; text: string }>;

export function createPageCache(): PageCache {
  const kept = new Map<string, Kept>(); // the oldest first
  return {
    async page({ invoiceId, version, name }, at, draw) {
      const key = `${invoiceId}\n${name}`;
      const known = kept.get(key);
      if (known && known.version === version && isFresh(known, at)) return known.text;
      const text = await draw();
      kept.delete(key);
      if (name.length <= LONGEST_NAME) kept.set(key, { invoiceId, version, drawnAt: at, text: flat(text) });
      for (const [oldest] of kept) {
        if (kept.size <= MOST_PAGES) break;
        kept.delete(oldest);
      }
      return text;
    },
    forget(invoiceId) {
      for (const [key, page] of kept) if (page.invoiceId === invoiceId) kept.delete(key);
    },
  };
}

/** A page from before the clock was set back is not fresh either. */
function isFresh({ drawnAt }: Kept, at: Instant): boolean {
  return at >= drawnAt && at < drawnAt + FRESH_MS;
}

/** A string made of pieces would keep them all, and be slow to send. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
