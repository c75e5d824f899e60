import { expect } from "chai";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createKey } from "../../src/cli/gateway/createKey.ts";
import { ownerLink } from "../../src/cli/gateway/ownerLink.ts";
import type { Command } from "../../src/cli/command.ts";
import { openDatabase } from "../../src/database/open.ts";
import type { Database } from "../../src/database/driver.ts";
import { createMerchant, STORE_DEFAULTS } from "../../src/gateway/usecases/stores/createStore.ts";
import { keyDigest } from "../../src/gateway/usecases/access/keyText.ts";
import { acceptLink, findAccessLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { DEFAULT_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { DAY_MS } from "../../src/values/time.ts";
import { anInvoice } from "../gateway/domain/invoices/given.ts";
import { invoke } from "./invoke.ts";

const NOW = Date.UTC(2026, 10, 21);

describe("the commands about who may do what", () => {
  let folder: string;
  let database: Database;
  let storeId: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-access-"));
    database = await openDatabase(path.join(folder, "crosstill.db"), "gateway");
    const settings = { ...STORE_DEFAULTS, settlement: anInvoice().terms.settlement, refunds: {} };
    const random = (length: number) => new Uint8Array(length);
    ({ id: storeId } = await createMerchant(store(), { clock: () => NOW, random }, "Tea", settings));
  });
  after(async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const store = () => createPersistence(database, () => {});
  const run = (command: Command, ...args: readonly string[]) =>
    invoke(command, args, { DATA_DIR: folder }, () => NOW);
  const create = (...args: readonly string[]) => run(createKey, "--store", storeId, ...args);
  const made = async (...args: readonly string[]) =>
    store().keys.find(keyDigest((await create(...args)).result));

  it("keys create makes a key that may do what it was told, for as long as it was told", async () => {
    expect(await made()).to.deep.include({ label: "command line", permissions: DEFAULT_PERMISSIONS, expiresAt: undefined });
    const full = await made("--label", "till", "--permissions", "btcpay.store.canviewinvoices,cancreatepullpayments", "--expires", "90");
    expect(full).to.deep.include({ label: "till", permissions: ["canviewinvoices", "cancreatepullpayments"], expiresAt: NOW + 90 * DAY_MS });
    expect((await made("--expires", "2027-01-31"))?.expiresAt).to.equal(Date.UTC(2027, 0, 31));
    expect((await create()).result).to.match(/^ct_test_/);
  }); // prettier-ignore

  it("keys create --for makes a key with exactly what a shop's plugin demands", async () => {
    const woo = await made("--for", "WooCommerce");
    expect(woo).to.deep.include({ label: "WooCommerce", shop: "woocommerce" });
    expect(woo?.permissions.toSorted()).to.deep.equal(["cancreateinvoice", "cancreatenonapprovedpullpayments", "canmodifyinvoices", "canviewinvoices", "canviewstoresettings", "webhooks.canmodifywebhooks"]);
    expect((await made("--for", "magento", "--label", "till"))?.permissions).to.include("canmarkinvoices");
  }); // prettier-ignore

  it("keys create makes a key of a user, which may be about this user", async () => {
    const user = { id: "grace", name: "Grace", email: undefined, isAdmin: false, createdAt: NOW };
    await store().users.create({ ...user, name: "Grace Hopper", password: { hash: "none", at: NOW } });
    const own = await made("--user", "grace hopper", "--permissions", "btcpay.user.canviewprofile,canviewinvoices");
    expect(own).to.deep.include({ userId: "grace", permissions: ["user.canviewprofile", "canviewinvoices"] });
  }); // prettier-ignore

  it("keys create says what it expected instead", async () => {
    const wrong = [
      [["--permissions", "canfly"], /Unknown permission canfly. The permissions are unrestricted, canmodify/],
      [["--for", "oscommerce"], /--for expects one of woocommerce, prestashop,.* got "oscommerce"/],
      [["--for", "magento", "--permissions", "canviewinvoices"], /Leave out --permissions or --for/],
      [["--expires", "0"], /--expires expects a number of days .* got "0"/],
      [["--expires", "2026-11-20"], /a date that is still to come/],
      [["--expires", "2027-02-30"], /--expires expects/],
      [["--permissions", "user.canviewprofile"], /about a user.*--user <name>/],
      [["--user", "Grace"], /There is no user Grace/],
      [["--label", "x".repeat(101)], /--label expects at most 100 characters/],
    ] as const;
    for (const [args, said] of wrong) expect((await create(...args)).error).to.match(said);
    const listed = `There is no store nobody. The stores are:\n  ${storeId}  Tea`;
    expect((await run(createKey, "--store", "nobody")).error).to.equal(listed);
  });

  it("owner link prints a link that works, and what it will do", async () => {
    const { result, notes } = await run(ownerLink);
    const token = /^http:\/\/localhost:3000\/owner\/setup\?token=(\w{43})$/.exec(result)?.[1] ?? "";
    expect((await findAccessLink({ persistence: store(), clock: () => NOW }, token))?.kind).to.equal("owner");
    expect(notes).to.include("makes the owner's account").and.to.include("within 24 hours");
    const random = (length: number) => new Uint8Array(length).fill(7);
    const tools = { persistence: store(), clock: () => NOW, random };
    expect(
      (await acceptLink(tools, token, { name: "Ada", password: "four words that rhyme" }))?.isAdmin,
    ).to.equal(true);
    expect((await run(ownerLink)).notes).to.include("sets a new password for Ada");
  });

  it("owner link prints none that no browser could use, and says what to do instead", async () => {
    const env = { DATA_DIR: folder, PUBLIC_URL: "http://192.168.1.5:3000" };
    const { result, error } = await invoke(ownerLink, [], env, () => NOW);
    expect(result).to.equal("");
    expect(error).to.match(
      /would not work: at http:\/\/192\.168\.1\.5:3000 .* Leave PUBLIC_URL out .* https address/,
    );
  });
});
