import type { Instant } from "../../values/time.ts";

/** A message as it was caught: `raw` is all that a mail program would get. */
export type SandboxMail = Readonly<{
  to: string;
  subject: string;
  text: string;
  html: string;
  raw: Buffer;
  at: Instant;
}>;
export type KeptMail = SandboxMail & Readonly<{ id: string }>;

/** The one mailbox of the sandbox, for whomever a message is meant. Nothing leaves the process. */
export type Mailbox = Readonly<{
  keep(mail: SandboxMail): void;
  /** Newest first. */
  list(): readonly KeptMail[];
  find(id: string): KeptMail | undefined;
}>;

const MOST = 100; // messages; the oldest make room

/** An empty mailbox. */
export function createMailbox(): Mailbox {
  const kept: KeptMail[] = [];
  let count = 0;
  return {
    keep(mail) {
      kept.unshift({ ...mail, id: String(++count) });
      kept.length = Math.min(kept.length, MOST);
    },
    list: () => [...kept],
    find: (id) => kept.find((mail) => mail.id === id),
  };
}
