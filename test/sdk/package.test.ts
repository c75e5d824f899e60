import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { packageFile } from "../../src/runtime/packageFile.ts";
import { startMerchantApp, type MerchantApp } from "../support/merchantApp.ts";
import { runFolder } from "../support/runFolder.ts";

const run = promisify(execFile);

/** Makes an invoice, finds it again by pages, and is refused. It prints what came of that. */
const USE = `
const { url, apiKey, storeId } = JSON.parse(process.argv[2]);
const client = createClient({ url, apiKey, storeId });
const run = async () => {
  const made = await client.createInvoice({ body: { amount: "25.00", currency: "USD" } });
  const found = [];
  for await (const one of listAll(client, "listInvoices", { status: "New" })) found.push(one.id);
  const refused = await client.getInvoice({ invoiceId: "nobody" }).catch((error) => error);
  console.log(JSON.stringify({ found: found.includes(made.id), code: refused.code, isOwn: refused instanceof CrosstillError }));
};
run();`;

/** What a shop writes. The lines that must not compile say so, and fail the check when they do. */
const TYPED = `
const client: Client = createClient({ url: "https://pay.example", apiKey: "k", storeId: "s" });
export async function use(raw: string): Promise<string> {
  const invoice = await client.createInvoice({ body: { amount: "25.00", currency: "USD" }, idempotencyKey: "k" });
  const status: "New" | "Processing" | "Settled" | "Expired" | "Invalid" = invoice.status;
  for await (const payout of listAll(client, "listPayouts")) payout.payoutAmount?.toUpperCase();
  // @ts-expect-error: an amount is decimal text
  await client.createInvoice({ body: { amount: true } });
  // @ts-expect-error: it needs an id
  await client.getInvoice({});
  const message = readWebhookMessage(raw, {}, "secret");
  switch (message.type) {
    case "InvoicePaymentSettled":
      return message.payment.value + message.invoiceId;
    case "PayoutUpdated":
      // @ts-expect-error: a payout is no invoice's
      message.invoiceId.toUpperCase();
      return message.payoutId;
    // @ts-expect-error: there is no such event
    case "InvoicePaid":
    default:
      return status;
  }
}`;

describe("the client's package", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let folder: string;
  before(async () => {
    shop = await startMerchantApp();
    folder = fs.mkdtempSync(path.join(runFolder(), "client-"));
    const packed = await run("npm", ["pack", packageFile("packages/client"), "--pack-destination", folder, "--json"], { cwd: folder }); // prettier-ignore
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "shop", private: true }));
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], { cwd: folder });
  });
  after(() => shop.close());

  it("installs offline into an empty folder, as one small package", () => {
    const modules = path.join(folder, "node_modules");
    const names = fs.readdirSync(modules).filter((name) => !name.startsWith("."));
    expect(names).to.deep.equal(["crosstill-client"]);
    const files = fs.readdirSync(modules, { recursive: true, encoding: "utf8" });
    const bytes = files.map((file) => fs.statSync(path.join(modules, file))).filter((one) => one.isFile()).map(({ size }) => size); // prettier-ignore
    expect(bytes.reduce((sum, one) => sum + one, 0)).to.be.below(512 * 1024);
  });

  const IMPORTS = {
    "use.mjs": `import { createClient, CrosstillError, listAll } from "crosstill-client";`,
    "use.cjs": `const { createClient, CrosstillError, listAll } = require("crosstill-client");`,
  };
  for (const [file, first] of Object.entries(IMPORTS))
    it(`speaks to a gateway from ${file}`, async () => {
      fs.writeFileSync(path.join(folder, file), first + USE);
      const { url, apiKey, storeId } = shop;
      const { stdout } = await run(process.execPath, [file, JSON.stringify({ url, apiKey, storeId })], { cwd: folder }); // prettier-ignore
      expect(JSON.parse(stdout)).to.deep.equal({ found: true, code: "invoice-not-found", isOwn: true });
    });

  it("is typed for both, with a union of messages, and needs no types of others", async () => {
    const names = `createClient, listAll, readWebhookMessage, type Client`;
    for (const file of ["typed.mts", "typed.cts"])
      fs.writeFileSync(path.join(folder, file), `import { ${names} } from "crosstill-client";${TYPED}`);
    const compilerOptions = { strict: true, noEmit: true, module: "nodenext", target: "es2022", lib: ["es2022"], types: [] }; // prettier-ignore
    const files = ["typed.mts", "typed.cts"];
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const tsc = packageFile("node_modules/typescript/bin/tsc");
    const said = await run(process.execPath, [tsc, "-p", "."], { cwd: folder }).then(
      () => "",
      (error: Readonly<{ stdout: string }>) => error.stdout,
    );
    expect(said).to.equal("");
  });
});
