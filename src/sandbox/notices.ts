import type { Clock } from "../values/time.ts";

/** The result of a form, shown once: a sentence, and the transaction that it made. */
export type Notice = Readonly<{ text: string; tx?: Readonly<{ id: string; url: string }> }>;

/**
 * Notices for the page behind a redirect. The address carries only a number, so that a link cannot inject
 * text; reading a notice removes it, so that a reload does not repeat it.
 */
export type Notices = Readonly<{
  keep(notice: Notice): string;
  take(id: unknown): Notice | undefined;
}>;

const MOST = 100; // unread notices beyond this are dropped

/** No notices waiting. */
export function createNotices(clock: Clock): Notices {
  const waiting = new Map<string, Notice>();
  let next = clock(); // an address from before a restart names nothing
  return {
    keep(notice) {
      const id = String(next++);
      waiting.set(id, notice);
      const [oldest] = waiting.keys();
      if (waiting.size > MOST && oldest !== undefined) waiting.delete(oldest);
      return id;
    },
    take(id) {
      if (typeof id !== "string") return undefined;
      const notice = waiting.get(id);
      waiting.delete(id);
      return notice;
    },
  };
}
