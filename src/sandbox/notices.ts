import type { Clock } from "../values/time.ts";

/** What a form did, as the page says it once: a sentence of ours, and the transaction that it made. */
export type Notice = Readonly<{ text: string; tx?: Readonly<{ id: string; url: string }> }>;

/**
 * Notices that wait for the page behind a redirect. The address carries only a number, so that nobody can make the page
 * say anything by a link; the first look takes the notice away, so that a reload does not say it again.
 */
export type Notices = Readonly<{
  keep(notice: Notice): string;
  take(id: unknown): Notice | undefined;
}>;

const MOST = 100; // whoever never looked has forgotten by then

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
