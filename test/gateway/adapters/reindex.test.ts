import { expect } from "chai";
import { createHttp } from "../../../src/http-client/http.ts";
import { createIntentService } from "../../../src/gateway/adapters/intents/intentService.ts";
import type { MissedDeposit } from "../../../src/gateway/ports/servicePort.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { DEPOSIT } from "./quoteAt.ts";

const INDEX = "/transactions/index";
const REINDEX = "/transactions/deposit-address/reindex";
const TXID = "ab".repeat(32);
const BITCOIN: MissedDeposit = { chainId: BITCOIN_CHAIN_ID, depositAddress: DEPOSIT, txHash: TXID };
const EVM: MissedDeposit = { chainId: 8453, depositAddress: "0xd", txHash: `0x${TXID}` };

describe("asking a service to look at a deposit again", () => {
  let server: LocalServer;
  let statuses: Record<string, number> = {};
  let answer = "{}";
  beforeEach(async () => {
    answer = "{}";
    server = await serve(({ path }, response) => response.writeHead(statuses[path] ?? 404).end(answer));
  });
  afterEach(() => server.close());

  const service = (mayAsk = () => true) => {
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1024 });
    return createIntentService({ quotes: http, reads: http }, false, mayAsk);
  };
  const asked = () => server.asked.map(({ path, body }) => [path, JSON.parse(body) as unknown]);

  it("names the transaction on Bitcoin, and the address elsewhere", async () => {
    statuses = { [INDEX]: 200, [REINDEX]: 200 };
    expect(await service().reindex(BITCOIN)).to.equal("asked");
    expect(await service().reindex(EVM)).to.equal("asked");
    expect(asked()).to.deep.equal([
      [INDEX, { chainId: "8253038", txHash: TXID }],
      [REINDEX, { chainId: 8453, depositAddress: "0xd" }],
    ]);
  });

  it("tries the other way where the first is not there, and says when neither is", async () => {
    statuses = { [REINDEX]: 200 };
    expect(await service().reindex(BITCOIN)).to.equal("asked");
    statuses = {};
    expect(await service().reindex(EVM)).to.equal("absent");
    expect(server.asked.map(({ path }) => path)).to.deep.equal([INDEX, REINDEX, REINDEX, INDEX]);
  });

  it("takes a refusal for an answer: it was reindexed lately, or may not be", async () => {
    answer = JSON.stringify({ message: "Not now.", errorCode: "REINDEX_NOT_ALLOWED" });
    for (const status of [400, 403]) {
      statuses = { [INDEX]: status };
      expect(await service().reindex(BITCOIN)).to.equal("asked");
    }
    expect(server.asked).to.have.length(2);
  });

  it("takes the second call from the budget", async () => {
    statuses = {};
    expect(await service(() => false).reindex(BITCOIN)).to.equal("asked");
    expect(server.asked).to.have.length(1);
  });

  it("is unavailable when it does not answer", async () => {
    for (const status of [429, 500, 503]) {
      statuses = { [INDEX]: status };
      const code = await service().reindex(BITCOIN).catch((error: { code?: string }) => error.code); // prettier-ignore
      expect(code, String(status)).to.equal("service_unavailable");
    }
  });
});
