import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createStoreCommand } from "../../../src/cli/gateway/createStore.ts";
import { copyMigrated } from "../../support/migratedDatabases.ts";
import { QUOTE_USER } from "../../support/inProcessService.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { invoke } from "../invoke.ts";

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const ACCOUNT = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const CONTRACT = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
const BURN = "0x000000000000000000000000000000000000dEaD";

/** The question that the pages ask (docs/how-to/go-live.md), for the command. */
describe("the settlement address of stores create", () => {
  let server: LocalServer;
  let folder: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-settle-"));
    await copyMigrated("gateway", path.join(folder, "crosstill.db"));
    const coin = { symbol: "USDC", address: USDC, decimals: 6 };
    const chains = [{ id: 8453, name: "base", displayName: "Base", solverCurrencies: [coin] }];
    server = await serve(({ path: where, body }, response) => {
      if (where === "/chains") return void response.end(JSON.stringify({ chains }));
      const calls = [JSON.parse(body) as Call | readonly Call[]].flat();
      const answers = calls.map(({ id, method, params }) => ({ jsonrpc: "2.0", id, result: resultOf(method, params) }));
      response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers));
    }); // prettier-ignore
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  const create = (recipient: string, options: readonly string[] = [], rpc = { RPC_8453: server.url }) =>
    invoke(
      createStoreCommand,
      [
        ...["--name", "Tea", "--settle", `8453:${USDC}:${recipient}`],
        ...["--refund", `8253038:${QUOTE_USER}`, ...options],
      ],
      {
        ...{ CROSSTILL_MODE: "live", BITCOIN_NETWORK: "regtest", DATA_DIR: folder, PUBLIC_URL: "http://localhost" },
        ...{ INTENTS_URL: server.url, EXPLORER_URLS: server.url, QUOTE_USER_BITCOIN: QUOTE_USER, ...rpc },
      },
    ); // prettier-ignore

  it("is taken without a question when it is an account", async () => {
    expect((await create(ACCOUNT)).result).to.match(/^Store id/);
  });

  it("is asked about when there is a contract, and taken when that is confirmed", async () => {
    expect((await create(CONTRACT)).error).to.match(
      /^There is a contract at 0x3c44\S+ on Base\..*--own-address/,
    );
    expect((await create(CONTRACT, ["--own-address"])).result).to.match(/^Store id/);
  });

  it("is asked about when its chain cannot be asked", async () => {
    const { error } = await create(ACCOUNT, [], { RPC_8453: "" });
    expect(error).to.match(/cannot be found out: set RPC_8453.*--own-address/);
  });

  it("is refused when it is a burn address, whatever is confirmed", async () => {
    const { error } = await create(BURN, ["--own-address"]);
    expect(error).to.match(/it is a burn address, from which nothing comes back/);
  });
});

type Call = Readonly<{ id: number; method: string; params: readonly unknown[] }>;

function resultOf(method: string, [address]: readonly unknown[]): string {
  if (method === "eth_chainId") return "0x2105";
  return String(address).toLowerCase() === CONTRACT ? "0x6001" : "0x";
}
