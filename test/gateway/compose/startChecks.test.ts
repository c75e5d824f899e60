import { expect } from "chai";
import {
  createCheckedSettings,
  startChecks,
  type StartCheck,
  type Verdict,
} from "../../../src/gateway/compose/startChecks.ts";
import { FIRST_BLOCKS } from "../../../src/bitcoin/reader/firstBlocks.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";

const NOBODY = "http://127.0.0.1:9"; // nothing listens there
const [REGTEST = ""] = FIRST_BLOCKS.regtest;
const [MAINNET = ""] = FIRST_BLOCKS.mainnet;

/** What stands at the URL of a setting, by the path of the call. */
type Answers = Readonly<Record<string, readonly [status: number, body: string]>>;

const SERVICE: Answers = { "/chains": [200, '{"chains":[]}'], "/requests/v3": [200, '{"requests":[]}'] };
const CHAIN_1: Answers = { "/": [200, '{"jsonrpc":"2.0","id":0,"result":"0x1"}'] };

describe("the checks of the settings at the start", () => {
  let server: LocalServer;
  let answers: Answers = {};
  before(async () => {
    server = await serve(({ path }, response) => {
      const [status, body] = answers[path.split("?")[0] ?? ""] ?? [404, "not found"];
      response.writeHead(status).end(body);
    });
  });
  after(() => server.close());

  const settings = {
    bitcoinNetwork: "regtest",
    explorerUrls: [],
    intentsUrl: undefined,
    intentsApiKey: undefined,
    rpcUrls: new Map(),
    mail: undefined,
  } as const;
  /** The verdict about one setting of a gateway that has only the others that this one needs. */
  const verdictOn = async (setting: string, found: Answers, url = server.url): Promise<Verdict> => {
    answers = found;
    const asked = {
      INTENTS_URL: { intentsUrl: url },
      INTENTS_API_KEY: { intentsUrl: url, intentsApiKey: "key" },
      EXPLORER_URLS: { explorerUrls: [url] },
      RPC_1: { rpcUrls: new Map([[1, url]]) },
    }[setting];
    const check = startChecks({ ...settings, ...asked }).find((one) => one.setting === setting);
    return check!.run();
  };

  const CASES: readonly (readonly [title: string, setting: string, answers: Answers, kind: Verdict["kind"]])[] = [
    ["accepts an intent service", "INTENTS_URL", SERVICE, "ok"],
    ["refuses a server that answers 404 to everything as INTENTS_URL", "INTENTS_URL", {}, "wrong"],
    ["refuses a web page as INTENTS_URL", "INTENTS_URL", { "/chains": [200, "<html>"] }, "wrong"],
    ["refuses other JSON as INTENTS_URL", "INTENTS_URL", { "/chains": [200, "{}"] }, "wrong"],
    ["refuses a redirect as INTENTS_URL", "INTENTS_URL", { "/chains": [301, ""] }, "wrong"],
    ["takes a 503 of the intent service for an outage", "INTENTS_URL", { "/chains": [503, ""] }, "unreachable"],
    ["takes a 429 of the intent service for an outage", "INTENTS_URL", { "/chains": [429, ""] }, "unreachable"],
    ["accepts an INTENTS_URL whose service refuses calls without a key", "INTENTS_URL", { "/chains": [401, "{}"] }, "ok"],
    ["takes a 403 about a blocked country for an outage", "INTENTS_URL", { "/chains": [403, '{"errorCode":"BLOCKED_COUNTRY"}'] }, "unreachable"],
    ["takes a 401 of an explorer for an outage", "EXPLORER_URLS", { "/block-height/0": [401, ""] }, "unreachable"],
    ["refuses a key that the intent service answers with 400 that names x-api-key", "INTENTS_API_KEY", { ...SERVICE, "/requests/v3": [400, '{"message":"x-api-key is missing"}'] }, "wrong"],
    ["accepts a key that the intent service takes", "INTENTS_API_KEY", SERVICE, "ok"],
    ["refuses a key that the intent service answers with 401", "INTENTS_API_KEY", { ...SERVICE, "/requests/v3": [401, "{}"] }, "wrong"],
    ["accepts a key where the service has no call that needs one", "INTENTS_API_KEY", { "/chains": SERVICE["/chains"]! }, "ok"],
    ["accepts an explorer of the network", "EXPLORER_URLS", { "/block-height/0": [200, REGTEST] }, "ok"],
    ["refuses an explorer of another network", "EXPLORER_URLS", { "/block-height/0": [200, MAINNET] }, "wrong"],
    ["refuses a server without blocks as an explorer", "EXPLORER_URLS", {}, "wrong"],
    ["takes a 500 of an explorer for an outage", "EXPLORER_URLS", { "/block-height/0": [500, ""] }, "unreachable"],
    ["accepts a node of the chain", "RPC_1", CHAIN_1, "ok"],
    ["refuses a node of another chain", "RPC_1", { "/": [200, '{"jsonrpc":"2.0","id":0,"result":"0x2105"}'] }, "wrong"],
    ["refuses a server that is no node", "RPC_1", {}, "wrong"],
    ["takes a refused key in the URL of a node for an outage", "RPC_1", { "/": [403, "{}"] }, "unreachable"],
    ["takes a 502 of a node for an outage", "RPC_1", { "/": [502, ""] }, "unreachable"],
  ]; // prettier-ignore
  for (const [title, setting, found, kind] of CASES)
    it(title, async () => {
      expect((await verdictOn(setting, found)).kind).to.equal(kind);
    });

  const KEYS: readonly (readonly [title: string, key: string | undefined, answers: Answers, said: string])[] = [
    ["a key that the service refuses", "key", { ...SERVICE, "/requests/v3": [401, "{}"] }, "does not accept the key"],
    ["a service that requires a key where none is set", undefined, { "/chains": [401, "{}"] }, "takes no calls without an API key"],
  ]; // prettier-ignore
  for (const [title, intentsApiKey, found, said] of KEYS)
    it(`starts with a warning about ${title}`, async () => {
      answers = found;
      const checked = createCheckedSettings(
        startChecks({ ...settings, intentsUrl: server.url, intentsApiKey }),
      );
      expect(await checked.run()).to.deep.equal([]);
      const { host } = new URL(server.url);
      expect(checked.warnings()).to.deep.equal([
        `INTENTS_API_KEY: ${host} ${said}. Coins that the service converts cannot be offered. If it also refuses GET /chains, new invoices have no payment method.`,
      ]);
    });

  for (const setting of ["INTENTS_URL", "INTENTS_API_KEY", "EXPLORER_URLS", "RPC_1"])
    it(`takes no answer to the check of ${setting} for an outage`, async () => {
      expect((await verdictOn(setting, {}, NOBODY)).kind).to.equal("unreachable");
    });

  it("says what is wrong without the key in the URL", async () => {
    const found = { "/S3CRET": [200, '{"jsonrpc":"2.0","id":0,"result":"0x2105"}'] } as const;
    const verdict = await verdictOn("RPC_1", found, `${server.url}/S3CRET`);
    const { host } = new URL(server.url);
    expect(verdict).to.deep.equal({
      kind: "wrong",
      reason: `${host} is a node of chain 8453, not of chain 1.`,
    });
  });

  it("only warns about a mail server that gives no answer", async () => {
    const smtp = { host: "127.0.0.1", port: 9, tls: "none", auth: undefined } as const;
    const mail = { smtp, from: { address: "pay@example.com", name: undefined } };
    const checked = createCheckedSettings(startChecks({ ...settings, mail }));
    expect(await checked.run()).to.deep.equal([]);
    expect(checked.warnings()).to.have.length(1);
    expect(checked.warnings()[0]).to.match(/^SMTP_URL: 127\.0\.0\.1 takes no mail: /);
  });

  it("repeats a check until it succeeds, and names what is proven wrong meanwhile", async () => {
    const verdicts: Verdict[] = [
      { kind: "unreachable", reason: "no answer." },
      { kind: "wrong", reason: "another chain." },
      { kind: "ok" },
    ];
    let runs = 0;
    const check: StartCheck = { name: "a node", setting: "RPC_1", run: async () => verdicts[runs++]! };
    const checked = createCheckedSettings([check]);
    expect(await checked.run()).to.deep.equal([]);
    expect(checked.warnings()).to.deep.equal(["RPC_1: no answer."]);
    expect(await checked.run()).to.deep.equal(["RPC_1: another chain."]);
    expect(await checked.run()).to.deep.equal([]);
    expect(checked.warnings()).to.deep.equal([]);
    await checked.run();
    expect(runs, "what has succeeded is not asked again").to.equal(3);
  });
});
