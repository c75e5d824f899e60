import { expect } from "chai";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import { newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { titled, type Merchant } from "./merchant.ts";

export const OWNER = { name: "Ada", password: "four words that rhyme" };
const PASSWORD = "another four words here";

/** Makes the account by the link that the start prints. */
export async function makeAccount(merchant: Merchant): Promise<void> {
  const { page, fill, press, sandbox } = merchant;
  await page.goto(ownerLinkUrl(sandbox.url, await newOwnerLink(sandbox.app.gateway)));
  await fill("Name", OWNER.name);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await fill("Password again", OWNER.password);
  await press("Make the account");
  await titled(merchant, "Overview");
}

/** Signs in with an account that there is, on another screen. */
export async function signIn(merchant: Merchant): Promise<void> {
  await merchant.signIn(OWNER.name, OWNER.password);
  await titled(merchant, "Overview");
}

/** Invites a person with a role, who makes the account on a screen of the same size: that person, signed in. */
async function invited(merchant: Merchant, name: string, role: string): Promise<Merchant> {
  await merchant.open("People");
  await merchant.page
    .getByLabel("E-mail", { exact: true })
    .fill(`${name.toLowerCase()}-${merchant.size}@example.com`);
  await merchant.page.getByLabel("Role", { exact: true }).selectOption({ label: role });
  await merchant.press("Make an invitation");
  const link = await merchant.page.getByLabel("Link", { exact: true }).innerText();
  const person = await merchant.other();
  await person.page.goto(link);
  await person.fill("Name", `${name} of the ${merchant.size}`);
  await person.fill("Password", PASSWORD);
  await person.fill("Password again", PASSWORD);
  await person.press("Make the account");
  await titled(person, "Overview");
  return person;
}

export async function invite(merchant: Merchant): Promise<void> {
  const cashier = await invited(merchant, "Bob", "Cashier");
  await cashier.open("Invoices");
  expect(await cashier.page.getByRole("link", { name: "Settings" }).count()).to.equal(0);
  expect(await cashier.page.getByRole("link", { name: "New invoice" }).count()).to.equal(1);
  await cashier.context.close();
}

export async function changeRole(merchant: Merchant): Promise<void> {
  const name = `Cleo of the ${merchant.size}`;
  const person = await invited(merchant, "Cleo", "Viewer");
  await merchant.open("People");
  await merchant.page
    .getByRole("combobox", { name: `Role of ${name}` })
    .selectOption({ label: "Accountant" });
  await merchant.press(`Save the role of ${name}`);
  await merchant.reads("Saved.");
  await person.open("Overview");
  await person.open("Reports");
  await merchant.press(`Remove ${name}`);
  await merchant.page.getByRole("dialog").getByRole("button", { name: "Remove the person" }).click();
  await merchant.reads("Removed.");
  expect(await merchant.page.getByRole("combobox", { name: `Role of ${name}` }).count()).to.equal(0);
  await person.context.close();
}

export async function addPasskey(merchant: Merchant): Promise<void> {
  const name = `Eve of the ${merchant.size}`;
  const person = await invited(merchant, "Eve", "Viewer");
  const devtools = await person.context.newCDPSession(person.page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await person.open(name);
  await person.fill("Name of the passkey", "laptop");
  await person.press("Add a passkey");
  await person.page.getByRole("button", { name: "Remove the passkey laptop" }).waitFor();
  await signOut(person);
  await person.press("Sign in with a passkey");
  await titled(person, "Overview");
  merchant.sandbox.clock.advance(11 * MINUTE_MS); // then the passkey is asked for again
  await person.open(name);
  await person.press("Remove the passkey laptop");
  await person.press("Remove the passkey");
  await titled(person, "Confirm that it is you");
  await person.press("Use a passkey instead");
  await person.page.getByRole("button", { name: "Remove the passkey laptop" }).waitFor({ state: "detached" });
  await titled(person, "Your account");
  await person.context.close();
}

async function signOut({ page, press }: Merchant): Promise<void> {
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await press("Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
