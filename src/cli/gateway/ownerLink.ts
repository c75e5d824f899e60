import { newOwnerLink, OWNER_LINK_HOURS } from "../../gateway/usecases/access/accessLinks.ts";
import { ownerLinkUrl } from "../../gateway/http/owner/paths.ts";
import type { Command } from "../command.ts";
import { ownersPagesClosed } from "./ownersPagesClosed.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

/** Prints a new one-time link that makes the owner's account, or sets its name and password anew. Earlier links are dead. */
export const ownerLink: Command = async (invocation) => {
  const { clock, random, print, note } = invocation;
  await withPersistence(invocation, async (gateway, { publicUrl }) => {
    const closed = ownersPagesClosed(publicUrl);
    if (closed) throw new Error(`A link would not work: at ${publicUrl} the owner's pages are ${closed}`);
    const { persistence } = gateway;
    const account = (await persistence.users.list()).find(({ isAdmin }) => isAdmin);
    print(ownerLinkUrl(publicUrl, await newOwnerLink({ persistence, clock, random })));
    await recordCommand(gateway, "owner link", { action: "owner_link.made", subject: account?.id });
    const what = account
      ? `sets a new password for ${account.name}, and signs the owner out everywhere`
      : "makes the owner's account";
    note(`Opened in a browser, it ${what}. It works once, within ${OWNER_LINK_HOURS} hours.`);
  });
};
