import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { json as readJson } from "node:stream/consumers";
import { expect } from "chai";
import type { Command } from "../../src/cli/command.ts";
import { networkAccounts } from "../../src/cli/network/accounts.ts";
import { networkDeploy } from "../../src/cli/network/deploy.ts";
import { networkSeed } from "../../src/cli/network/seed.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { openStore } from "../../src/network/persistence/open.ts";
import { moveNonce } from "../../src/network/persistence/outbound.ts";
import { checkEvmAddress, type EvmAddress } from "../../src/evm/codec/address.ts";
import { depositoryAbi } from "../../src/evm/codec/contracts.ts";
import { startEvmWorld, type EvmWorld } from "./evmWorld.ts";

const SOMEBODY_ELSE = "0x00000000000000000000000000000000000a11ce" as EvmAddress;
const REFUNDER_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example

describe("setting up crosstill network", function () {
  this.timeout(60_000);

  let folder: string;
  let chain: EvmWorld;
  let account: EvmAddress; // of the seed that the first test makes
  const file = (name: string) => path.join(folder, name);
  const env = (): Record<string, string> => ({
    NETWORK_SEED_FILE: file("seed"),
    NETWORK_DATABASE_URL: file("network.db"),
    NETWORK_EXPLORER_URLS: "http://localhost/api",
    [`NETWORK_RPC_${chain.id}`]: chain.url,
  });

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-deploy-"));
    chain = await startEvmWorld(31_337, SOMEBODY_ELSE);
  });
  after(async () => {
    await chain.stop();
    fs.rmSync(folder, { recursive: true });
  });

  /** What a command prints, or the sentence with which it refuses. */
  const run = async (command: Command, more: Record<string, string> = {}, ...args: readonly string[]) => {
    const lines: string[] = [];
    await command({
      ...{ args, env: { ...env(), ...more }, clock: () => 0, startedAt: 0, onStop: () => {} },
      random: (length) => Uint8Array.from({ length }, (_, index) => index + 1),
      print: (text) => lines.push(text),
      note: () => {},
    }).catch((error: unknown) => lines.push((error as Error).message));
    return lines.join("\n");
  };

  it("makes a seed that only its owner can read, and never overwrites one", async () => {
    expect(await run(networkSeed, {}, "--file", file("seed"))).to.include("24 words");
    expect(fs.statSync(file("seed")).mode & 0o777).to.equal(0o600);
    const words = fs.readFileSync(file("seed"), "utf8");
    expect(words.trim().split(" ")).to.have.length(24);
    expect(await run(networkSeed)).to.match(/seed is there already/);
    expect(fs.readFileSync(file("seed"), "utf8")).to.equal(words);
  });

  it("says which accounts to fill", async () => {
    const [, evm = "", bitcoin] =
      /^evm (0x[0-9a-f]{40})\nbitcoin (bcrt1\w+)$/.exec(await run(networkAccounts)) ?? [];
    account = checkEvmAddress(evm) ?? SOMEBODY_ELSE;
    expect(bitcoin).to.be.a("string");
  });

  it("refuses to deploy without gas, and names the account to fund", async () => {
    const refusal = await run(networkDeploy);
    expect(refusal).to.match(/Deploying \d contracts on chain 31337 may cost 0\.\d+ ETH/);
    expect(refusal.toLowerCase()).to.include(`account ${account} has 0 eth. send it coins`);
  });

  it("names the chain whose node stops answering, and says that the command may run again", async () => {
    const node = http.createServer((request, response) => {
      void readJson(request).then((call) => {
        const { id, method } = call as { id: number; method: string };
        if (method !== "eth_chainId") return void response.writeHead(503).end();
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x7a69" }));
      });
    });
    const url = `http://127.0.0.1:${await listen(node, 0, "127.0.0.1")}`;
    const refusal = await run(networkDeploy, { [`NETWORK_RPC_${chain.id}`]: url });
    await closeServer(node);
    expect(refusal).to.match(
      /^Chain 31337 .*: not all contracts could be deployed.*NETWORK_RPC_31337.*again/,
    );
  });

  it("does not take the nonce of a payment that is signed and not in a block yet", async () => {
    await chain.client.setBalance({ address: account, value: 10n ** 18n });
    const store = await openStore(file("busy.db"));
    await store.commit([moveNonce(store, chain.id, undefined, 1)]);
    await store.close();
    const refusal = await run(networkDeploy, { NETWORK_DATABASE_URL: file("busy.db") });
    expect(refusal).to.match(/signed and in no block yet/);
    expect(await chain.client.getTransactionCount({ address: account })).to.equal(0);
  });

  it("deploys what is missing, prints every address, and sends nothing the second time, by whichever node answers", async () => {
    const first = await run(networkDeploy);
    expect(first.match(/0x[0-9a-f]{40} {2}deployed/g)).to.have.length(4);
    expect(first.match(/0x[0-9a-f]{40} {2}was there/g), "what no solver owns").to.have.length(2);
    const sent = await chain.client.getTransactionCount({ address: account });
    for (const [address] of first.matchAll(/0x[0-9a-f]{40}/g)) {
      expect(await chain.client.getCode({ address: address as EvmAddress })).to.be.a("string");
    }
    const second = await run(networkDeploy, {
      [`NETWORK_RPC_${chain.id}`]: `http://127.0.0.1:9,${chain.url}`, // nothing listens at the first
    });
    expect(second.match(/was there/g)).to.have.length(6);
    expect(await chain.client.getTransactionCount({ address: account })).to.equal(sent);
  });

  it("names a refunder with its own seed as the allocator, once, where the service owns the contracts", async () => {
    fs.writeFileSync(file("refunder"), REFUNDER_WORDS, { mode: 0o600 });
    const apart = { NETWORK_REFUNDER_SEED_FILE: file("refunder"), NETWORK_DATABASE_URL: file("apart.db") };
    const [, refunder = ""] = /\nrefunder (0x[0-9a-f]{40})$/.exec(await run(networkAccounts, apart)) ?? [];
    expect(await run(networkDeploy, apart)).to.include(`now takes the orders of the refunder ${refunder}.`);
    expect(await allocatorAt(await depositoryIn(apart))).to.equal(refunder);
    const sent = await chain.client.getTransactionCount({ address: account });
    expect(await run(networkDeploy, apart)).to.not.include("refunder");
    expect(await chain.client.getTransactionCount({ address: account })).to.equal(sent);
  });

  it("prints the call for a treasury that owns the contracts, and sends it nothing", async () => {
    const treasury = await chain.wallet(11);
    const more = { NETWORK_CONTRACT_OWNER: treasury.address, NETWORK_DATABASE_URL: file("treasury.db") };
    expect(await run(networkAccounts, more)).to.match(new RegExp(`\nowner ${treasury.address}$`));
    const first = await run(networkDeploy, more);
    expect(first.match(/0x[0-9a-f]{40} {2}deployed/g), "the depository and the factory").to.have.length(2);
    const sent = await chain.client.getTransactionCount({ address: account });
    const said = await run(networkDeploy, more);
    const [, to = "", data = ""] =
      /\n {4}to {4}(0x\w{40})\n {4}value 0\n {4}data {2}(0x\w+)$/.exec(said) ?? [];
    expect(await chain.client.getTransactionCount({ address: account })).to.equal(sent);
    expect(await allocatorAt(to)).to.equal(treasury.address);
    await treasury.send({ to, data });
    expect(await allocatorAt(to)).to.equal(account);
    expect(await run(networkDeploy, more)).to.not.include("setAllocator");
  });

  async function depositoryIn(more: Record<string, string>): Promise<string> {
    return / {2}Depository +(0x[0-9a-f]{40})/.exec(await run(networkDeploy, more))?.[1] ?? "";
  }

  async function allocatorAt(depository: string): Promise<string> {
    const call = {
      address: depository as EvmAddress,
      abi: depositoryAbi,
      functionName: "allocator",
    } as const;
    return (await chain.client.readContract(call)).toLowerCase();
  }

  it("refuses while the service runs, and on a node of another chain", async () => {
    const running = await openStore(file("network.db"));
    expect(await run(networkDeploy)).to.match(/Another Crosstill process has .*network\.db open/);
    await running.close();
    expect(
      await run(networkDeploy, { [`NETWORK_RPC_${chain.id}`]: "", NETWORK_RPC_84530: chain.url }),
    ).to.equal("NETWORK_RPC_84530 leads to chain 31337. Give the URL of a node of chain 84530.");
  });
});
