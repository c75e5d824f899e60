import { expect } from "chai";
import type { NetworkConfig } from "../../src/network/config.ts";
import { serve, type LocalServer } from "../support/localServer.ts";
import { startNodes } from "./nodes/nodeProxies.ts";
import { startWorld, type World } from "./world.ts";

const MAINNET_GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

describe("what the intent service asks before it is ready", function () {
  this.timeout(60_000);

  let world: World;
  let nobody: LocalServer; // answers nothing
  const open: Pick<LocalServer, "close">[] = [];
  before(async () => {
    world = await startWorld({ twoChains: true });
    nobody = await serve((_asked, response) => response.destroy());
    open.push(nobody);
  });
  after(async () => {
    for (const server of open) await server.close();
    await world.close();
  });

  const chain = () => world.evm.config(world.evm.url);
  const check = async (changes: Partial<NetworkConfig>) => {
    await world.restart(changes);
    return world.network.check();
  };

  it("nothing is wrong with settings that fit", async () => {
    expect(await check({})).to.deep.equal({ wrong: [], odd: [], silent: [] });
  });

  it("everything that is wrong is listed: chain id, tokens, explorer, prices", async () => {
    const explorer = await serve(({ path }, response) => {
      response.end(path === "/block-height/0" ? MAINNET_GENESIS : "{}");
    });
    const page = await serve((_asked, response) => response.end("<html>")); // without the /api of its URL
    open.push(explorer, page);
    const [usdc, usdt] = chain().tokens;
    const { wrong, silent } = await check({
      explorerUrls: [explorer.url, page.url],
      evmChains: [
        {
          ...chain(),
          tokens: [
            { ...usdc!, decimals: 18 },
            { ...usdt!, address: `0x${"12".repeat(20)}` },
          ],
        },
        { ...chain(), id: 31_338, slug: "other", tokens: [], native: { symbol: "POL", decimals: 18 } },
      ],
    });
    expect(silent).to.deep.equal([]);
    for (const sentence of [
      /^NETWORK_EXPLORER_URLS: the explorer at 127.0.0.1:\d+ is one of mainnet, not of regtest\.$/,
      /^NETWORK_EXPLORER_URLS: what answers at 127.0.0.1:\d+ is no Esplora API \(is a path such as \/api missing\?\)/,
      /^NETWORK_TOKENS_31337: USDC has 6 decimals on chain 31337, not 18\.$/,
      /^NETWORK_TOKENS_31337: there is no token USDT at 0x1212/,
      /^NETWORK_RPC_31338: the RPC URL of chain 31338 leads to chain 31337\.$/,
      /^PRICES: No source gives a price of POL\.$/,
    ])
      expect(wrong.filter((said) => sentence.test(said)), `${sentence} in ${wrong.join("\n")}`).to.have.length(1); // prettier-ignore
    expect(wrong).to.have.length(6);
  });

  it("permits under another domain than the token's are refused, with what came", async () => {
    const [usdc] = chain().tokens;
    const token = { ...usdc!, permit: { name: "Sandbox USD Coin", version: "1" } };
    const { wrong } = await check({ evmChains: [{ ...chain(), tokens: [token] }] });
    expect(wrong).to.have.length(1);
    expect(wrong[0]).to.match(
      /^NETWORK_TOKENS_31337: permit=Sandbox USD Coin\/1 of USDC .* answers 0x[0-9a-f]{64}\./,
    );
  });

  it("each of several nodes is asked, and named by its host where it is wrong or silent", async () => {
    const { host } = new URL(world.other.url);
    const otherRpcUrls = [world.other.url, `${nobody.url}/S3CRET`];
    const { wrong, silent } = await check({ evmChains: [{ ...chain(), otherRpcUrls }] });
    expect(wrong).to.deep.equal([
      `NETWORK_RPC_31337: the RPC URL of chain 31337 at ${host} leads to chain 31338.`,
    ]);
    expect(silent).to.have.length(1);
    expect(silent[0])
      .to.contain(`NETWORK_RPC_31337 (${new URL(nobody.url).host}): `)
      .and.not.contain("S3CRET");
  });

  it("a chain of the zkSync type is refused with the reason", async () => {
    const [node] = await startNodes(world.evm.url, 1);
    if (!node) throw new Error("No node was started.");
    open.push(node);
    node.lie = ({ method, id }, answer) => (method === "zks_L1ChainId" ? { id, result: "0x1" } : answer);
    const { wrong } = await check({ evmChains: [world.evm.config(node.url)] });
    expect(wrong).to.have.length(1);
    expect(wrong[0]).to.match(
      /^NETWORK_RPC_31337: chain 31337 is of the zkSync type .* would be lost: leave this chain out\.$/,
    );
    expect((await world.post("/quote/v2", world.quoteBody())).status, "and it is not used").not.to.equal(200);
    await world.restart();
  });

  it("a chain that was left out although money is there is told", async () => {
    const { wrong, odd } = await check({ evmChains: [chain()] });
    expect(wrong).to.deep.equal([]);
    expect(odd).to.deep.equal(["Chain 31338 is not configured any more, but money is there."]);
  });

  it("and so is one that an open request needs", async () => {
    await world.restart();
    const { other } = world;
    const { address } = await world.quote({ destinationChainId: other.id, destinationCurrency: other.usdc });
    await world.pay(address, 100_000);
    await world.mine();
    await world.network.jobs.find(({ name }) => name === "index bitcoin")?.run();
    const { odd } = await check({ evmChains: [chain()] });
    expect(odd).to.include("Chain 31338 is not configured any more, but an open request needs it.");
    await world.restart();
    await world.tick(3);
    expect((await check({ evmChains: [chain()] })).odd, "paid").to.have.length(1);
  });

  it("what gives no answer is a warning, and the service works once it answers", async () => {
    world.explorerDown = true;
    world.rpcDown = true;
    const explorerUrls = [`${nobody.url}/S3CRET/api`];
    const { wrong, silent } = await check({
      explorerUrls,
      prices: { kind: "file", path: "/no/such/file.json" },
    });
    expect(wrong).to.deep.equal([]);
    for (const what of ["Explorer 1 of NETWORK_EXPLORER_URLS", "NETWORK_RPC_31337", "PRICES (BTC)"])
      expect(silent.filter((sentence) => sentence.startsWith(what)), what).to.have.length(1); // prettier-ignore
    expect(silent.join("\n"), "URLs may hold keys").to.contain("127.0.0.1:").and.to.not.contain("S3CRET");
    world.explorerDown = false;
    world.rpcDown = false;
    await world.restart();
    expect((await world.post("/quote/v2", world.quoteBody())).status).to.equal(200);
  });

  it("a wrong explorer is passed over for one that is right", async () => {
    const wrong = await serve(({ path }, response) => {
      response.end(path === "/block-height/0" ? MAINNET_GENESIS : "900000");
    });
    open.push(wrong);
    const right = `${world.url.slice(0, -"/base/path".length)}/explorer/api`;
    await world.restart({ explorerUrls: [wrong.url, right] });
    expect((await world.post("/quote/v2", world.quoteBody())).status).to.equal(200);
    expect(new Set(wrong.asked.map(({ path }) => path)), "and never asked for money").to.deep.equal(
      new Set(["/block-height/0"]),
    );
  });
});
