import { createHash } from "node:crypto";
import { directionOf } from "../../../languages/languages.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";
import type { NotificationKind } from "../../domain/access/notification.ts";
import type { User } from "../../domain/access/user.ts";
import { languageOfUser } from "../mail/noticeMail.ts";
import { wordsOfKind } from "./notificationWords.ts";

const PAYLOAD_BYTES = 512; // all are of this length, so that it does not tell which event it is
const TOPIC_LENGTH = 32;

/** What a browser is to show. Of two with the same tag it shows one. */
type Shown = Readonly<{ title: string; body: string; path: string; tag: string }>;

/**
 * The payload of a notification. A locked screen shows it as well: it says what kind of event it is and in which store, and
 * has no amount, no name of a person, no address and no id of an invoice. `where` is the store's name.
 */
export function pushText(
  user: Pick<User, "preferences">,
  where: string,
  { kind, link, id }: Readonly<{ kind: NotificationKind; link: string; id: string }>,
): string {
  const tr = merchantWords(languageOfUser(user));
  return payloadOf(user, { title: wordsOfKind(tr, kind), body: where, path: link, tag: id });
}

/** The payload of a test. */
export function testText(user: Pick<User, "preferences">, host: string, path: string): string {
  const tr = merchantWords(languageOfUser(user));
  const title = tr("Notifications work in this browser");
  return payloadOf(user, { title, body: host, path, tag: "test" });
}

/** The topic of a notification's messages: 32 letters, digits, "-" and "_". */
export function topicOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, TOPIC_LENGTH);
}

function payloadOf(user: Pick<User, "preferences">, shown: Shown): string {
  const language = languageOfUser(user);
  const text = JSON.stringify({ ...shown, lang: language, dir: directionOf(language) });
  return text + " ".repeat(Math.max(0, PAYLOAD_BYTES - Buffer.byteLength(text)));
}
