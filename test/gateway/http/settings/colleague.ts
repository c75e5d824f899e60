import { expect } from "chai";
import { openVisitor, PASSWORD, type Visitor } from "../ownerPages.ts";

/** A person with a role in a store, invited by the owner and signed in. */
export async function colleagueOf(
  owner: Visitor,
  { url, storeId, role }: Readonly<{ url: string; storeId: string; role: string }>,
): Promise<Visitor> {
  const people = `/owner/stores/${storeId}/people`;
  await owner.get(people);
  const name = `${role}@shop.example`;
  const { text } = await owner.send(`${people}/invite`, { email: name, role });
  const [, token = ""] = /setup\?token=([^"<&\s]+)/.exec(text) ?? [];
  const visitor = openVisitor(url, url);
  await visitor.get(`/owner/setup?token=${token}`);
  const { status } = await visitor.send("/owner/setup", { name, password: PASSWORD, again: PASSWORD });
  expect(status, `${role} accepts the invitation`).to.equal(303);
  return visitor;
}
