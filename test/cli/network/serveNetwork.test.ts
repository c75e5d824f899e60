import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Invocation } from "../../../src/cli/command.ts";
import { networkDeploy } from "../../../src/cli/network/deploy.ts";
import { serveNetwork } from "../../../src/cli/network/serve.ts";
import { postgresOfRun } from "../../support/postgresOfRun.ts";
import { serve } from "../../support/localServer.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "../../network/world.ts";
import { invoke } from "../invoke.ts";

const WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's examples
const MORE_WORDS = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above";

describe("a start of crosstill network", function () {
  this.timeout(60_000);

  let folder: string;
  let world: World;
  let env: Readonly<Record<string, string>>;
  let bases = 0;
  const file = (name: string) => path.join(folder, name);
  const database = () => ({ NETWORK_DATABASE_URL: file(`${bases++}.db`) });

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-start-"));
    fs.writeFileSync(file("seed"), WORDS, { mode: 0o600 });
    fs.writeFileSync(file("other"), MORE_WORDS, { mode: 0o600 });
    world = await startWorld();
    env = {
      NETWORK_SEED_FILE: file("seed"),
      NETWORK_EXPLORER_URLS: `${world.url.slice(0, -"/base/path".length)}/explorer/api`,
      [`NETWORK_RPC_${EVM_CHAIN_ID}`]: world.evm.url,
      NETWORK_PORT: "0",
      LOG_LEVEL: "silent",
    };
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** What a start says until it is ready, when it is stopped; or the sentence with which it is refused. */
  const start = async (more: Readonly<Record<string, string>>) => {
    const said: string[] = [];
    const invocation: Invocation = {
      ...{ args: [], env: { ...env, ...more }, clock: () => world.now, startedAt: world.now },
      ...{ random: (length) => Buffer.alloc(length, 7), onStop: (stop) => stop() },
      print: (text) => said.push(text),
      note: (text) => said.push(text),
    };
    await serveNetwork(invocation).catch((error: unknown) => said.push((error as Error).message));
    return said.join("\n");
  };

  describe("that fails leaves a new database to the settings that are right", () => {
    it("after a wrong Bitcoin network", async () => {
      const where = database();
      expect(await start({ ...where, NETWORK_BITCOIN: "testnet" })).to.contain("is one of regtest, not of testnet"); // prettier-ignore
      expect(await start(where)).to.contain("is ready at");
      expect(await start({ ...where, NETWORK_BITCOIN: "testnet" })).to.contain("was made on Bitcoin regtest");
    });

    it("after a port that is taken, with another seed", async () => {
      const busy = net.createServer();
      await new Promise<void>((resolve) => busy.listen(0, resolve));
      const { port } = busy.address() as AddressInfo; // it listens on TCP
      const where = database();
      const refused = await start({ ...where, NETWORK_SEED_FILE: file("other"), NETWORK_PORT: String(port) });
      busy.close();
      expect(refused).to.contain(`Port ${port} is in use`);
      expect(await start(where)).to.contain("is ready at");
      expect(await start({ ...where, NETWORK_SEED_FILE: file("other") })).to.contain("belongs to the seed");
    });

    it("after an RPC of another chain", async () => {
      const where = database();
      const wrong = { [`NETWORK_RPC_${EVM_CHAIN_ID}`]: "", NETWORK_RPC_84530: world.evm.url };
      expect(await start({ ...where, ...wrong })).to.contain("leads to chain 31337");
      expect(await start({ ...where, NETWORK_SEED_FILE: file("other") })).to.contain("is ready at");
    });

    it("after a deployment without coins", async () => {
      const where = database();
      const { error } = await invoke(networkDeploy, [], {
        ...env,
        ...where,
        NETWORK_SEED_FILE: file("other"),
      });
      expect(error).to.match(/may cost .* Send it coins, then deploy again\.$/);
      expect(await start(where)).to.contain("is ready at");
    });
  });

  it("binds a PostgreSQL database to one of two services that start at the same moment with different seeds", async () => {
    const where = { NETWORK_DATABASE_URL: await (await postgresOfRun()).url("race") };
    const said = await Promise.all([start(where), start({ ...where, NETWORK_SEED_FILE: file("other") })]);
    expect(said.filter((text) => text.includes("is ready at"))).to.have.length(1);
    expect(said.filter((text) => text.includes("This database belongs to the seed"))).to.have.length(1);
  });

  it("names NETWORK_HOST when that is no address of this machine", async () => {
    expect(await start({ ...database(), NETWORK_HOST: "192.0.2.1" })).to.match(
      /^NETWORK_HOST must be an address of this machine.*got "192\.0\.2\.1"\.$/,
    );
  });

  it("says which account needs what", async () => {
    expect(await start(database())).to.match(/Keep on the first account the tokens .* on the second one bitcoin\.$/m); // prettier-ignore
  });

  it("says what a token calls itself, and goes on", async () => {
    const said = await start({ ...database(), [`NETWORK_TOKENS_${EVM_CHAIN_ID}`]: `USDT:${world.usdc}:6` });
    expect(said).to.match(
      /^Warning: NETWORK_TOKENS_31337: the token that you call USDT calls itself "USDC"\./m,
    );
    expect(said).to.contain("is ready at");
  });

  it("stops where no JSON-RPC answers, and only warns where the server is overloaded", async () => {
    let status = 200;
    const page = await serve((_asked, response) => {
      response.writeHead(status, { "content-type": "text/html" }).end("<html>Hello</html>");
    });
    const rpc = { [`NETWORK_RPC_${EVM_CHAIN_ID}`]: `${page.url}/S3CRET` };
    try {
      for (status of [200, 404, 405]) {
        const said = await start({ ...database(), ...rpc });
        expect(said, `${status}`).to.contain(`NETWORK_RPC_31337: what answers at 127.0.0.1:${page.port} is no JSON-RPC of an EVM chain`); // prettier-ignore
        expect(said).to.not.contain("S3CRET").and.to.not.contain("is ready at");
      }
      for (status of [429, 502]) {
        const said = await start({ ...database(), ...rpc });
        expect(said, `${status}`).to.match(/^Warning: NETWORK_RPC_31337: Chain 31337 gave no answer\./m);
        expect(said).to.contain("is ready at");
      }
    } finally {
      await page.close();
    }
  });
});
