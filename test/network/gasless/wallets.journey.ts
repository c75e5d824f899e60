import { createClient, type Execute } from "@relayprotocol/relay-sdk";
import { fetchChainConfigs } from "@relayprotocol/relay-sdk/chain-utils";
import { expect } from "chai";
import { createSmartAccountClient, type SmartAccountClient } from "permissionless";
import { createWalletClient, http, zeroAddress, type Hex } from "viem";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, walletQuote, type Step } from "../quote/quoted.ts";
import { RECIPIENT, type World } from "../world.ts";
import { startBundler, type Bundler } from "./bundler.ts";
import { deployAccountContracts, smartAccount, type AccountContracts } from "./smartAccounts.ts";
import { startKeyProxy, type KeyProxy } from "./keyProxy.ts";
import { sponsoringApp } from "./sponsored.ts";
import { walletArtifacts } from "./wallets.ts";

const CALIBUR = "0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00";

describe("wallets that batch", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  let world: World;
  let accounts: AccountContracts;

  before(async () => {
    audited = await startAuditedWorld({
      twoChains: true,
      elevatedPerSecond: 10_000,
      callsPerMinute: 100_000,
    });
    world = audited.world;
    accounts = await deployAccountContracts(world.evm);
    const { hostname, port } = new URL(world.url);
    const evmChains = [world.evm, world.other].map((chain) => ({
      ...chain.config(`http://${hostname}:${port}/rpc/${chain.id}`),
      publicRpcUrl: chain.url,
    }));
    await world.restart({ evmChains });
  });
  after(() => audited.close());

  const callsOf = (steps: readonly Step[]) =>
    steps.flatMap(({ items }) => items.map(({ data }) => ({ to: data.to as Hex, data: data.data as Hex, value: BigInt(data.value) }))); // prettier-ignore
  const received = () => world.other.balanceOf(world.other.usdc, RECIPIENT);

  describe("smart accounts with a bundler of their own (permissionless 0.4.1)", () => {
    let bundler: Bundler;
    before(async () => {
      bundler = await startBundler(world.evm, accounts.entryPoint);
    });
    after(() => bundler.close());

    const clientOf = async (wallet: Wallet, eip7702 = false) => {
      const account = await smartAccount(world.evm, accounts, wallet, eip7702);
      await world.evm.client.setBalance({ address: account.address, value: 10n ** 18n }); // it pays its gas itself
      const client = createSmartAccountClient({
        account,
        chain: world.evm.client.chain,
        client: world.evm.client as never,
        bundlerTransport: http(bundler.url),
        userOperation: {
          estimateFeesPerGas: () =>
            Promise.resolve({ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }),
        },
      });
      return client as SmartAccountClient & { account: typeof account };
    };
    const bridge = async (client: Awaited<ReturnType<typeof clientOf>>, authorization?: unknown) => {
      const address = client.account.address.toLowerCase();
      const { steps, details } = await ask(world, walletQuote(world, address, { recipient: RECIPIENT }));
      const before = await received();
      const calls = callsOf(steps);
      const hash = await client.sendUserOperation({
        calls,
        ...(authorization ? { authorization } : {}),
      } as never);
      await client.waitForUserOperationReceipt({ hash });
      await world.tick(4);
      expect(await world.status(steps[0]?.requestId ?? "")).to.include({ status: "success" });
      expect((await received()) - before >= BigInt(details.currencyOut.minimumAmount)).to.equal(true);
    };

    it("a contract account approves and deposits in one operation, its first one [x.smart-accounts]", async () => {
      const client = await clientOf(await world.evm.wallet(30));
      await world.evm.mint(world.usdc, client.account.address.toLowerCase() as never, 50_000_000n);
      await bridge(client);
    });

    it("an account with a key does it by EIP-7702", async () => {
      const wallet = await world.evm.wallet(31);
      const client = await clientOf(wallet, true);
      const nonce = await world.evm.client.getTransactionCount({ address: wallet.address });
      const signed = await wallet.account.signAuthorization!({ address: accounts.account7702, chainId: world.evm.id, nonce }); // prettier-ignore
      await bridge(client, signed);
    });

    it("a bundler that is down leaves the quote open: nothing is taken, and it can be paid later", async () => {
      const wallet = await world.evm.wallet(32);
      const client = await clientOf(wallet);
      const address = client.account.address.toLowerCase();
      await world.evm.mint(world.usdc, address as never, 50_000_000n);
      const { steps } = await ask(world, walletQuote(world, address, { recipient: RECIPIENT }));
      const requestId = steps[0]?.requestId ?? "";
      await bundler.close();
      const sent = await client
        .sendUserOperation({ calls: callsOf(steps) } as never)
        .catch(() => "no answer");
      expect(sent).to.equal("no answer");
      await world.tick(3);
      expect(await world.status(requestId)).to.include({ status: "waiting" });
      bundler = await startBundler(world.evm, accounts.entryPoint);
      await (await clientOf(wallet)).sendUserOperation({ calls: callsOf(steps) } as never);
      await world.tick(4);
      expect(await world.status(requestId)).to.include({ status: "success" });
    });
  });

  describe("relay-sdk 7.0.3, unmodified, with executeGaslessBatch", () => {
    let client: ReturnType<typeof createClient>;
    let payer: Wallet;
    let proxy: KeyProxy;
    before(async () => {
      const { Calibur } = await walletArtifacts();
      const { data: bytecode } = await world.evm.client.call({ data: Calibur.bytecode });
      await world.evm.client.request({
        method: "anvil_setCode",
        params: [CALIBUR, bytecode ?? "0x"],
      } as never);
      const { key: apiKey } = await sponsoringApp(audited);
      proxy = await startKeyProxy(world.url, apiKey);
      client = createClient({
        baseApiUrl: proxy.url,
        source: "tests",
        pollingInterval: 50,
        apiKey: "in the proxy",
      });
      client.configure({ chains: await fetchChainConfigs(world.url, "tests") });
      payer = await world.evm.wallet(33);
    });
    after(() => proxy.close());

    const wallet = () =>
      createWalletClient({
        account: payer.account,
        chain: world.evm.client.chain,
        transport: http(world.evm.url),
      });
    const quote = (more: Record<string, unknown>) =>
      client.actions.getQuote({
        ...{ chainId: world.evm.id, toChainId: world.other.id, wallet: wallet() as never },
        ...{ user: payer.address, recipient: RECIPIENT, tradeType: "EXACT_INPUT" },
        ...more,
      } as never) as Promise<Execute>;
    /** Runs a batch to its end while time passes for the service. */
    const run = async (quoted: Execute) => {
      const told: string[] = [];
      let done = false;
      const outcome = client.actions
        .executeGaslessBatch({
          quote: quoted,
          walletClient: wallet() as never,
          subsidizeFees: true,
          onProgress: ({ status }: { status: string }) => told.push(status),
        } as never)
        .finally(() => (done = true));
      const settled = outcome.catch(() => undefined);
      while (!done) {
        await world.tick();
        await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
      }
      return { ...(await outcome), told };
    };

    it("delegates, approves and bridges, and the application pays the gas [x.execute] [x.sponsor]", async () => {
      const [before, coins] = [
        await received(),
        await world.evm.client.getBalance({ address: payer.address }),
      ];
      const quoted = await quote({ currency: world.usdc, toCurrency: world.other.usdc, amount: "25000000" });
      const { told } = await run(quoted);
      expect(told).to.include.members(["signing_authorization", "signing_batch", "submitting", "success"]);
      expect((await received()) - before >= 24_000_000n).to.equal(true);
      expect(await world.evm.client.getBalance({ address: payer.address })).to.equal(coins);
    });

    it("signs once from then on, and bridges a native coin and swaps on one chain", async () => {
      const native = await quote({
        currency: zeroAddress,
        toCurrency: zeroAddress,
        amount: "50000000000000000",
      });
      expect((await run(native)).told).to.include("success");
      const before = await world.evm.balanceOf(world.evm.usdt, RECIPIENT);
      const swap = {
        toChainId: world.evm.id,
        currency: world.usdc,
        toCurrency: world.evm.usdt,
        amount: "10000000",
      };
      expect((await run(await quote(swap))).told).to.include("success");
      expect((await world.evm.balanceOf(world.evm.usdt, RECIPIENT)) > before).to.equal(true);
    });

    it("is told why a batch was refused", async () => {
      const quoted = await quote({ currency: world.usdc, toCurrency: world.other.usdc, amount: "30000000" });
      await world.evm.setUsdc(payer.address, 1n);
      const failed = await run(quoted).catch((error: unknown) => error as Error);
      expect(failed).to.be.an("error");
      expect((failed as Error).message).to.contain("Call failed: Insufficient balance");
    });

    it("and the books agree with the chains", async () => {
      await world.tick(4);
      expect(troublesOf(await audited.audit())).to.deep.equal([]);
    });
  });
});
