import { expect } from "chai";
import { Secret, TOTP } from "otpauth";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { paidInvoice, titled, type Merchant } from "./merchant.ts";

export const OWNER = { name: "Ada", password: "four words that rhyme" };
const PASSWORD = "another four words here";

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

export async function makeRole(merchant: Merchant): Promise<void> {
  const { page } = merchant;
  const role = `night shift on a ${merchant.size}`;
  await merchant.open("People");
  await merchant.unfold("Make a role of your own");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Save the role" }) });
  await form.getByLabel("Name").fill(role);
  await form.getByLabel("Create invoices", { exact: true }).check();
  await merchant.press("Save the role");
  await merchant.reads("Saved.");
  expect(await page.getByLabel("Role", { exact: true }).innerText()).to.include(role);
}

export async function limitPayouts(merchant: Merchant): Promise<void> {
  const manager = await invited(merchant, "Gus", "Manager"); // the second of the two
  await manager.context.close();
  await merchant.open("People");
  const limit = merchant.page.getByRole("region", { name: "Two people for large payouts" });
  await limit.getByLabel("Amount").fill(merchant.size === "phone" ? "900" : "800"); // to lower it takes one person
  await limit.getByRole("button", { name: "Save" }).click();
  await merchant.reads("Saved.");
}

export async function endSessions(merchant: Merchant): Promise<void> {
  const elsewhere = await merchant.other();
  await elsewhere.signIn(OWNER.name, OWNER.password);
  await titled(elsewhere, "Overview");
  await merchant.open(OWNER.name);
  await merchant.press("Sign out everywhere else");
  await merchant.reads("Signed out.");
  await elsewhere.page.reload();
  await titled(elsewhere, "Sign in");
  await elsewhere.context.close();
}

export async function setUpTotp(merchant: Merchant): Promise<void> {
  const name = `Dana of the ${merchant.size}`;
  const person = await invited(merchant, "Dana", "Manager");
  await person.open(name);
  await person.press("Set up an authenticator app");
  const secret = (await person.page.locator(".authenticator code").innerText()).replaceAll(" ", "");
  const timestamp = merchant.sandbox.clock();
  await person.fill("The code that it shows", new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })); // prettier-ignore
  await person.press("Turn it on");
  const code = await person.page.locator(".codes li").first().innerText();
  const again = await merchant.other();
  await again.signIn(name, PASSWORD);
  await titled(again, "One more step");
  await again.fill("Code", code);
  await again.press("Sign in");
  await titled(again, "Overview");
  await again.context.close();
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

export async function changeLooks(merchant: Merchant): Promise<void> {
  const { page } = merchant;
  const person = await invited(merchant, "Finn", "Viewer");
  await person.open(`Finn of the ${merchant.size}`);
  await person.page.getByLabel("Language of these pages").selectOption("de");
  await person.press("Save the language");
  await person.page.locator("html[lang=de]").waitFor();
  await person.context.close();
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await merchant.press("Dark theme");
  await page.locator("html[data-theme=dark]").waitFor();
  if (await menu.isVisible()) await menu.click();
  await merchant.press("Theme of the system");
  await page.locator("html:not([data-theme])").waitFor();
}

export async function readAuditLog(merchant: Merchant): Promise<void> {
  const person = await invited(merchant, "Hal", "Viewer");
  await person.context.close();
  await merchant.open("Audit log");
  await merchant.page.getByLabel("Action").selectOption("user.invited");
  await merchant.press("Show");
  expect(await merchant.page.locator("main").innerText()).to.include(OWNER.name);
  expect(await merchant.downloads(() => merchant.follow("Download as CSV"))).to.match(/audit.*\.csv$/);
}

export async function seeNotification(merchant: Merchant): Promise<void> {
  await paidInvoice(merchant, `told-${merchant.size}`, 50n);
  await merchant.open("Notifications");
  await merchant.reads("A payment needs a decision");
  await merchant.press("Mark all as seen");
  await merchant.page.getByRole("button", { name: "Mark all as seen" }).waitFor({ state: "detached" });
}

export async function chooseNotifications(merchant: Merchant): Promise<void> {
  const choice = merchant.page.getByLabel("A webhook was disabled: on this page");
  await merchant.open("Notifications");
  await choice.uncheck();
  await merchant.press("Save");
  await merchant.reads("Saved.");
  expect(await choice.isChecked()).to.equal(false);
  await choice.check();
  await merchant.press("Save");
  await merchant.reads("Saved.");
}
