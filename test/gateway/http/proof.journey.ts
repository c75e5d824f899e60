import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { prove } from "../../../src/cli/gateway/prove.ts";
import { newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { proofAnswer } from "../../../src/gateway/http/answers/proof.ts";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import { invoke } from "../../cli/invoke.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { openVisitor, PASSWORD } from "./ownerPages.ts";

const VERIFIER = fileURLToPath(new URL("../../../docs/reference/verify_proof.py", import.meta.url));

describe("the proof of an invoice", function () {
  this.timeout(60_000);
  let app: SandboxApp;
  let id: string;
  let key: string;
  before(async () => {
    app = await startSandboxApp();
    await app.control("bitcoin/automine", { seconds: 0 });
    const shop = shopOf(app);
    ({ id } = await shop.invoice());
    await shop.pay(id);
    await shop.look(id);
    await shop.mine();
    await shop.until(id, "Settled");
    key = app.app.gateway.signer.publicKey;
  });
  after(() => app.close());

  const verify = (pack: unknown) => {
    const { status, stdout, stderr } = spawnSync("python3", [VERIFIER, "-", "--key", key], { input: JSON.stringify(pack) });
    return { status, said: `${stdout}${stderr}` };
  }; // prettier-ignore
  const command = (...args: readonly string[]) =>
    invoke(prove, args, { DATA_DIR: app.dataDir, PORT: new URL(app.url).port }, app.clock);

  it("is over the API a pack that the program of the documentation accepts, with nothing left out", async () => {
    const { status, body } = await app.get(`/invoices/${id}/proof`);
    expect(status).to.equal(200);
    const { deposits, settlements, timeLine, quotes } = proofAnswer.parse(body);
    expect([deposits.length, settlements.length]).to.deep.equal([1, 1]);
    expect(quotes.length).to.be.greaterThan(0);
    const { status: code, said } = verify(body);
    expect(said).to.match(/By the work of 1 block\(s\) of regtest, deposit of .*\nBy a node's word, settlement of .*\nInvoice .*: Settled, paid 25000000 of 25000000 units\n$/); // prettier-ignore
    expect([code, said.includes("NOT CHECKED")]).to.deep.equal([0, false]);
    expect(timeLine.map(({ what, source }) => `${source}: ${what.split(" ")[0]} … ${what.split(" ").at(-1)}`)).to.include.members([
      ...["gateway: The … made.", "mempool: Payment … first.", "block: Payment … block."],
      ...["service: The … Settled."],
    ]);
    expect(timeLine.map(({ at }) => at)).to.deep.equal(timeLine.map(({ at }) => at).toSorted());
  }); // prettier-ignore

  it("is of this store's invoices only", async () => {
    const { status, body } = await app.get("/invoices/unknown/proof");
    expect([status, (body as { code: string }).code]).to.deep.equal([404, "invoice-not-found"]);
  });

  it("is printed by the command, or written into a file that nothing overwrites", async () => {
    const { result, error } = await command(id);
    expect(error).to.equal(undefined);
    expect(verify(JSON.parse(result)).status).to.equal(0);
    const file = path.join(app.dataDir, "proof.json");
    expect((await command(id, "--out", file)).notes).to.include(`python3 docs/reference/verify_proof.py ${file} --key ${key}`);
    expect(verify(JSON.parse(fs.readFileSync(file, "utf8"))).status).to.equal(0);
    expect((await command(id, "--out", file)).error).to.include("is there already");
    expect((await command("unknown")).error).to.include("There is no invoice unknown");
    expect((await command()).error).to.include("Usage: crosstill prove");
  }); // prettier-ignore

  it("is a page for the owner to print, without a script, and a file", async () => {
    const visitor = openVisitor(app.url as never, app.url);
    expect((await visitor.get(`/owner/invoices/${id}/proof`)).status).to.equal(303);
    await visitor.get(ownerLinkUrl("", await newOwnerLink(app.app.gateway)));
    await visitor.send("/owner/setup", { name: "Ada", password: PASSWORD, again: PASSWORD });
    expect((await visitor.get(`/owner/invoices/${id}`)).text).to.include(`href="/owner/invoices/${id}/proof"`);
    const { status, text } = await visitor.get(`/owner/invoices/${id}/proof`);
    expect(status).to.equal(200);
    for (const words of ["Proof of an invoice of 25.00 USD", "with the work of 1 block", "A node has it in block", "The invoice became Settled.", key]) expect(text).to.include(words);
    expect(text).not.to.include("<script");
    const link = /href="(\/owner\/invoices\/[^"]+\/proof\.json\?digest=[0-9a-f]{64})"/.exec(text)?.[1] ?? "";
    app.clock.advance(1_000); // a pack that is made now is another one
    const file = await visitor.get(link);
    expect(file.headers["content-disposition"]).to.equal(`attachment; filename=proof-${id}.json`);
    const pack = JSON.parse(file.text) as Readonly<{ signature: Readonly<{ digest: string }> }>;
    expect(verify(pack).status).to.equal(0);
    expect(text, "the page is about this very file").to.include(`<dd class="mono">${pack.signature.digest}</dd>`);
    expect(text).to.include(`python3 docs/reference/verify_proof.py proof-${id}.json --key ${key}`);
    const unknown = await visitor.get(link.replace(pack.signature.digest, "0".repeat(64)));
    expect([unknown.status, unknown.headers["location"]]).to.deep.equal([303, `/owner/invoices/${id}/proof`]);
  }); // prettier-ignore
});
