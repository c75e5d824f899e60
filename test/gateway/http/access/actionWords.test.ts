import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect } from "chai";
import { isPermission } from "../../../../src/gateway/domain/access/permissions.ts";
import { ACTION_IDS, actionWords } from "../../../../src/gateway/http/owner/people/actionWords.ts";
import { ROUTES } from "../../../../src/gateway/http/reference/paths.ts";
import { KEY_PURPOSES } from "../../../../src/gateway/ports/sealedKeyPort.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";
import { textOf } from "../../../browser/readPage.ts";
import { openSite, signedInOwner } from "../ownerPages.ts";

const NOT_RECORDED = ["createInvoice", "activateInvoiceMethod", "payPaymentRequest", "previewRates"];
/** Identifiers that are put together where they are recorded, by their source. */
const BUILT: Readonly<Record<string, readonly string[]>> = {
  "server.${name}_started": ["server.audit_started", "server.reconcile_started"],
  "${purpose}_key.renewed": KEY_PURPOSES.map((purpose) => `${purpose}_key.renewed`),
  "api.${name}": Object.entries(ROUTES)
    .filter(([name, route]) => !route.startsWith("GET ") && !NOT_RECORDED.includes(name))
    .map(([name]) => `api.${name}`),
};

/** Every action that code records: all literals of the form "thing.done" in files that record, but those of the log, of files and of permissions. */
function recorded(): readonly string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src/gateway", "src/cli"], { encoding: "utf8" }).trim().split("\n"); // prettier-ignore
  const sources = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith("actionWords.ts") && fs.existsSync(file))
    .map((file) => fs.readFileSync(file, "utf8"))
    .filter((source) => /door\.record\(|recordAction\(|recordCommand\(|\baction: /.test(source))
    .map((source) => source.replace(/(\blog\.\w+|wordsOf\(\w+\))\(\s*"[^"]+"/g, ""));
  const found = sources.flatMap((source) => {
    const literals = [...source.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, id = ""]) => id);
    const built = [...source.matchAll(/\baction: `([^`]+)`/g)].map(([, template = ""]) => template);
    return [...literals, ...built.flatMap((template) => BUILT[template] ?? [template])];
  });
  return [...new Set(found)].filter((id) => !/\.(csv|json)$/.test(id) && !isPermission(id));
}

describe("the labels of the audit log", () => {
  it("are there for every action that is recorded, and for no other", () => {
    expect(recorded()).to.include.members(["payout.approved", "webhook.deleted", "key.created"]);
    expect([...ACTION_IDS].sort()).to.deep.equal([...recorded()].sort());
  });

  it("are told apart in every language", () => {
    for (const language of ["en", "de", "fr", "es", "pt", "ja", "ar"] as const) {
      const tr = merchantWords(language);
      const words = ACTION_IDS.filter((id) => !id.startsWith("api.")).map((id) => actionWords(id, tr));
      expect(new Set(words).size, language).to.equal(words.length);
      expect(words).to.not.include(undefined);
    }
  });

  it("are in the page and its filter in the user's language, with identifiers, which alone are in the file", async () => {
    const site = await openSite();
    const owner = await signedInOwner(site);
    const [user] = await site.gateway.persistence.users.list();
    await site.gateway.persistence.users.change(user!.id, { preferences: { language: "de" } });
    const { text } = await owner.get("/owner/audit-log?action=account.");
    expect(textOf(text)).to.match(/Konto eingerichtet\s+account\.set/);
    expect(text).to.include('<option value="account." selected>Alles mit account.</option>');
    expect(text).to.include('<option value="webhook.created">Webhook hinzugefügt · webhook.created</option>');
    expect(text).to.include("Webhook hinzugefügt (API) · api.createWebhook");
    const file = (await owner.get("/owner/audit-log.csv")).text;
    expect(file).to.include("account.set").and.not.to.include("Konto eingerichtet");
  });
});
