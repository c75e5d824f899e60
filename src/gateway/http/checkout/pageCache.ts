import { randomBytes } from "node:crypto";
import { SECOND_MS, type Instant } from "../../../values/time.ts";

const FRESH_MS = SECOND_MS; // the time left, a store's settings and what methods there are may be this old
const MOST_PAGES = 1_000; // of about 20 kB
const LONGEST_NAME = 500; // characters; a request with a longer one is served without caching

/** The placeholder for the nonce in a cached page. It is never sent: every answer gets a nonce of its own. */
export const NONCE_PLACE = randomBytes(16).toString("hex");

/** One look of a page: of which invoice, and everything in the request that the look depends on. */
export type PageVariant = Readonly<{ invoiceId: string; name: string }>;

/** A page as bytes, in parts: between them stands the nonce. */
export type Page = readonly Buffer[];

/**
 * Caches pages for repeated requests without a change, such as a crowd at one invoice, or a page that
 * reloads itself. A page is cached for a second, and dropped at once when this process changes its invoice.
 */
export type PageCache = Readonly<{
  /** The page as rendered within the last second, or rendered now. */
  page(look: PageVariant, at: Instant, draw: () => Promise<string>): Promise<Page>;
  forget(invoiceId: string): void;
}>;

type Kept = Readonly<{ invoiceId: string; drawnAt: Instant; page: Promise<Page> }>;

/** An empty cache. */
export function createPageCache(): PageCache {
  const kept = new Map<string, Kept>(); // the oldest first
  const isFresh = ({ drawnAt }: Kept, at: Instant) => at >= drawnAt && at < drawnAt + FRESH_MS;
  const prune = (at: Instant) => {
    for (const [key, oldest] of kept) {
      if (isFresh(oldest, at) && kept.size <= MOST_PAGES) break;
      kept.delete(key);
    }
  };
  return {
    page({ invoiceId, name }, at, draw) {
      if (name.length > LONGEST_NAME) return draw().then(partsOf);
      const key = `${invoiceId}\n${name}`;
      const known = kept.get(key);
      if (known && isFresh(known, at)) return known.page;
      const own: Kept = { invoiceId, drawnAt: at, page: draw().then(partsOf) };
      kept.delete(key);
      kept.set(key, own);
      own.page.catch(() => kept.get(key) === own && kept.delete(key)); // the requester gets the error
      prune(at);
      return own.page;
    },
    forget(invoiceId) {
      for (const [key, page] of kept) if (page.invoiceId === invoiceId) kept.delete(key);
    },
  };
}

/** A page split at its nonces, so that an answer only joins the parts. */
export function partsOf(text: string): Page {
  return text.split(NONCE_PLACE).map((part) => Buffer.from(part));
}

/** The bytes to send. */
export function withNonce(page: Page, nonce: string): Buffer {
  const between = Buffer.from(nonce);
  return Buffer.concat(page.flatMap((part, index) => (index === 0 ? [part] : [between, part])));
}
