import { merchantWords } from "../../../languages/merchantWords.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { CHANNELS, NOTIFICATION_KINDS, wantsNotice, type Notice } from "../../domain/access/notification.ts";
import type { User } from "../../domain/access/user.ts";
import { whoMay } from "../access/whoMay.ts";
import type { Gateway } from "../gateway.ts";
import { storedText } from "./storedTexts.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";

/**
 * Tells every user who can do something about it, by role and by the user's own choice: on the page, by e-mail and by web push. Of
 * one thing each user is told once, however often this is called.
 */
export async function notify(tools: NoticeTools, { by, ...notice }: Notice): Promise<void> {
  const { kind } = notice;
  for (const user of await recipientsOf(tools, notice)) {
    if (user.id === by) continue;
    const [isShown, isMailed, isPushed] = [
      wantsNotice(user.preferences, kind, "page"),
      wantsNotice(user.preferences, kind, "mail"),
      wantsNotice(user.preferences, kind, "push"),
    ];
    const devices = isPushed ? await tools.persistence.pushes.ofUser(user.id) : [];
    if (!isShown && !isMailed && devices.length === 0) continue;
    const at = tools.clock();
    const id = timeOrderedId(at, tools.random);
    const seenAt = isShown ? undefined : at; // kept all the same, so that it is sent once
    const isNew = await tools.persistence.notifications.add(
      { ...notice, id, userId: user.id, at, seenAt },
      devices.map((device) => device.id),
    );
    if (isNew && isMailed) await mail(tools, user, notice);
  }
}

/** True when a user gets this kind in the store by any channel. */
export async function isWanted(
  gateway: Pick<Gateway, "persistence">,
  about: Pick<Notice, "kind" | "storeId">,
): Promise<boolean> {
  const users = await recipientsOf(gateway, about);
  return users.some(({ preferences }) =>
    CHANNELS.some((channel) => wantsNotice(preferences, about.kind, channel)),
  );
}

async function recipientsOf(
  { persistence }: Pick<Gateway, "persistence">,
  { kind, storeId }: Pick<Notice, "kind" | "storeId">,
): Promise<readonly User[]> {
  const needed = NOTIFICATION_KINDS[kind];
  if (needed !== "admin" && storeId !== undefined) return whoMay({ persistence }, storeId, needed);
  return (await persistence.users.list()).filter((user) => user.isAdmin && user.disabledAt === undefined);
}

async function mail(tools: NoticeTools, user: User, { body, link }: Omit<Notice, "by">): Promise<void> {
  if (user.email === undefined) return;
  const language = languageOfUser(user);
  const tr = merchantWords(language);
  const said = storedText(tr, body);
  const label = tr("See what can be done");
  await queueNotice(tools, {
    to: user.email,
    language,
    subject: said,
    lead: said,
    facts: [],
    link: { label, path: link },
  });
}
