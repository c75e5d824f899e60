import { expect } from "chai";
import { HttpFailure } from "../../../../src/http-client/http.ts";
import { createSigner } from "../../../../src/gateway/adapters/signing.ts";
import { STORE_DEFAULTS, createMerchant } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import {
  domainProof,
  PROOF_PATH,
  proveDomain,
  withdrawDomain,
} from "../../../../src/gateway/usecases/signatures/proveDomain.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { anInvoice } from "../../domain/invoices/given.ts";
import { onBothDatabases, onUsualDatabase, type OpenDatabase } from "../../../support/databases.ts";

const signer = createSigner(new Uint8Array(32).fill(9));
const other = createSigner(new Uint8Array(32).fill(8));

/** Two shops of one gateway, and websites that somebody has written files to. */
async function twoShops(open: OpenDatabase, sandbox = false) {
  const persistence = createPersistence(await open(), () => {});
  const files = new Map<string, string>();
  let count = 0;
  const tools = {
    clock: () => 1_000 + count,
    random: (length: number) => new Uint8Array(length).fill(++count),
  };
  const settings = { ...STORE_DEFAULTS, settlement: anInvoice().terms.settlement, refunds: {} };
  const gateway = {
    ...{ persistence, signer, log: silentLog, settings: { sandbox } },
    async readWebsite(origin: string, path: string) {
      const file = files.get(`${origin}${path}`);
      if (file === undefined) throw new HttpFailure("unreachable", "No answer.");
      return file;
    },
  };
  const [tea, bank] = [
    await createMerchant(persistence, tools, "Tea", settings),
    await createMerchant(persistence, tools, "Bank", settings),
  ];
  const put = (origin: string, file: unknown) =>
    files.set(`${origin}${PROOF_PATH}`, typeof file === "string" ? file : JSON.stringify(file));
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => "accepted",
      (error: unknown) => (error instanceof GatewayError ? `${error.code}: ${error.message}` : String(error)),
    );
  const domainNow = async ({ id }: typeof tea) => (await persistence.stores.load(id))?.domain;
  return { gateway, tea, bank, put, refusal, domainNow };
}

describe("the domain that a store's offers are signed with", () => {
  onUsualDatabase("gateway", (open) => {
    it("is proven by a file of the website that names the gateway's key and the store", async () => {
      const { gateway, tea, put, domainNow } = await twoShops(open);
      put("https://tea.example", domainProof(signer, tea.id));
      expect(await proveDomain(gateway, tea, " https://Tea.Example/ ")).to.equal("tea.example");
      expect(await domainNow(tea)).to.equal("tea.example");
      expect(await proveDomain(gateway, tea, "tea.example"), "again").to.equal("tea.example");
      await withdrawDomain(gateway, tea);
      expect(await domainNow(tea)).to.equal(undefined);
    });

    it("is refused for a website that names another store, another key, nothing, or does not answer", async () => {
      const { gateway, tea, bank, put, refusal, domainNow } = await twoShops(open);
      const files = [domainProof(signer, bank.id), domainProof(other, tea.id), {}, "null", "[]", '"text"', { signing: { publicKey: signer.publicKey }, stores: tea.id }];
      for (const file of files) {
        put("https://bank.example", file);
        expect(await refusal(proveDomain(gateway, tea, "bank.example")), JSON.stringify(file)).to.match(/^domain_refused: Expected https:\/\/bank.example\/.well-known/);
      }
      put("https://bank.example", "<html>");
      expect(await refusal(proveDomain(gateway, tea, "bank.example"))).to.match(/^website_silent: .*not JSON/);
      expect(await refusal(proveDomain(gateway, tea, "silent.example"))).to.match(/^website_silent: .*No answer/);
      expect(await domainNow(tea)).to.equal(undefined);
    });

    it("is a name on https: no address, port, path or user; the sandbox takes its own machine", async () => {
      const { gateway, tea, refusal } = await twoShops(open);
      for (const typed of ["", "10.0.0.1", "[::1]", "localhost", "http://tea.example", "tea.example:8443", "https://tea.example/shop", "https://a@tea.example", "tea example"])
        expect(await refusal(proveDomain(gateway, tea, typed)), typed).to.match(/^domain_refused: Expected a domain/);
      const sandbox = await twoShops(open, true);
      sandbox.put("http://localhost:8080", domainProof(signer, sandbox.tea.id));
      expect(await proveDomain(sandbox.gateway, sandbox.tea, "http://localhost:8080")).to.equal("localhost");
    });
  });

  onBothDatabases("gateway", (open) => {
    it("is one store's only, also when two ask at once", async () => {
      const { gateway, tea, bank, put, refusal, domainNow } = await twoShops(open);
      put("https://tea.example", { signing: { publicKey: signer.publicKey }, stores: [tea.id, bank.id] });
      const answers = await Promise.all([tea, bank].map((one) => refusal(proveDomain(gateway, one, "tea.example"))));
      expect(answers.filter((answer) => answer === "accepted")).to.have.length(1);
      expect(answers.filter((answer) => answer.startsWith("domain_refused: Another store"))).to.have.length(1);
      expect([await domainNow(tea), await domainNow(bank)].filter((domain) => domain !== undefined)).to.deep.equal(["tea.example"]);
    });
  });
}); // prettier-ignore
