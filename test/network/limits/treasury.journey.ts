import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { networkTreasury } from "../../../src/cli/network/treasury.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../../src/evm/codec/address.ts";
import { EQUITY } from "../../../src/network/ledger/accounts.ts";
import type { KeepBounds, Treasury } from "../../../src/network/catalog.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../../../src/network/config.ts";
import { balanceOfAccount } from "../../../src/network/persistence/ledger.ts";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { formatDecimal } from "../../../src/values/amount.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { runFolder } from "../../support/runFolder.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { quoteToBitcoin, topUp } from "../bitcoinSpending.ts";
import { balance } from "../evmRoutes.ts";
import { fixedPrices } from "../pools/poolWorld.ts";
import { alarmLog } from "../solverAlarms.ts";
import type { World } from "../world.ts";

const DOLLAR = 10n ** 6n;
const ETHER = 10n ** 18n;
const USD = 10n ** 8n;
const TOKEN = "operator-token-for-tests";

describe("the treasury of the intent service", function () {
  this.timeout(120_000);
  const { log, events } = alarmLog();
  const prices = fixedPrices();
  let audited: AuditedWorld;
  let world: World;
  let made = 0;
  let address: EvmAddress;

  before(async () => {
    audited = await startAuditedWorld({ log, priceSource: prices, operatorToken: TOKEN });
    world = audited.world;
    await topUp(world, 50_000_000);
    await world.tick(3);
    await audited.adopt(await audited.audit());
  });
  after(() => audited.close());
  beforeEach(() => {
    address = `0x${(++made).toString(16).padStart(8, "7").repeat(5)}` as EvmAddress;
    events.length = 0;
  });
  afterEach(async () => {
    await world.evm.client.setAutomine(true);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const rpc = () => `${world.url.slice(0, -"/base/path".length)}/rpc/${world.evm.id}`;
  const start = async (
    keep: readonly KeepBounds[] | undefined,
    more: Partial<NetworkConfig> = {},
    depth = 1,
  ) => {
    const treasury: Treasury | undefined = keep && { address, keep };
    const chain = { ...world.evm.config(rpc()), confirmations: depth, ...(treasury && { treasury }) };
    await world.restart({ evmChains: [chain], ...more });
  };
  const minute = async (times = 1) => {
    for (let passed = 0; passed < times; passed++) {
      world.now += MINUTE_MS;
      await world.tick(2);
    }
  };
  const heldUsdc = () => balance(world.evm, world.usdc, world.network.solver.evm);
  const heldEther = () => balance(world.evm, ZERO_ADDRESS, world.network.solver.evm);
  const atTreasury = (currency: string) => balance(world.evm, currency, address);
  const usdcFrom = (least: bigint, most: bigint): KeepBounds => ({ symbol: "USDC", least, most });
  /** A deposit whose fill waits: what it is promised stays in the account. */
  const waitingFill = async () => {
    const quote = await world.quote();
    await world.pay(quote.address, Number(quote.input));
    await world.mine();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    return quote;
  };

  it("nothing is sent without bounds", async () => {
    const before = await heldUsdc();
    await start([]);
    await minute(2);
    expect(await heldUsdc()).to.equal(before);
  });

  it("what is above the bounds goes there down to their middle, once, as the operator's withdrawal and no loss", async () => {
    const before = await heldUsdc();
    const equity = await equityOfUsdc();
    const profits = (await audited.audit()).profits.filter(({ currency }) => currency === world.usdc);
    await start([usdcFrom(before - 3_000n * DOLLAR, before - 1_000n * DOLLAR)]);
    await minute();
    expect(await atTreasury(world.usdc)).to.equal(2_000n * DOLLAR);
    expect(await heldUsdc()).to.equal(before - 2_000n * DOLLAR);
    world.now += 12 * MINUTE_MS;
    await minute();
    await start([usdcFrom(before - 3_000n * DOLLAR, before - 1_000n * DOLLAR)]);
    await minute(2);
    expect(await atTreasury(world.usdc), "no more follows").to.equal(2_000n * DOLLAR);
    expect(((await equityOfUsdc()) - equity) / DOLLAR).to.equal(2_000n);
    const after = (await audited.audit()).profits.filter(({ currency }) => currency === world.usdc);
    expect(after).to.deep.equal(profits);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const page = await (await fetch(`${world.url}/operator`, { headers })).text();
    expect(page).to.include(`<dt>Treasury on Sandbox 31337</dt><dd><code>${address}</code>`);
    expect(page).to.match(/Sandbox 31337<\/td><td>2,000 USDC<\/td><td class="is-text">arrived</);
    expect(events).to.deep.equal([]);
  });

  it("[money:treasury-gas] a coin of the chain leaves what the account needs for gas", async () => {
    const before = await heldEther();
    const lowNative = before - ETHER;
    const bounds = { symbol: "ETH", least: ETHER, most: 2n * ETHER };
    await start([bounds], { solver: { ...NETWORK_DEFAULTS.solver, lowNative } });
    await minute();
    const sent = await atTreasury(ZERO_ADDRESS);
    expect(sent > (ETHER * 98n) / 100n && sent < ETHER, `${sent} were sent`).to.equal(true);
    expect((await heldEther()) >= lowNative).to.equal(true);
  });

  it("[money:treasury-promised] what is promised to a deposit stays, and is filled from what is left", async () => {
    const before = await heldUsdc();
    const limited = { ...NETWORK_DEFAULTS.solver, daily: { filler: 100n * USD, refunder: undefined } };
    await start([], { solver: limited });
    const first = await world.quote();
    await world.pay(first.address, Number(first.input));
    await world.mine();
    await world.tick(3);
    const paid = before - (await heldUsdc());
    const quote = await waitingFill();
    const promised = quote.output;
    const rest = before - paid - promised;
    await start([usdcFrom(500n * DOLLAR, 1_500n * DOLLAR)], { solver: limited });
    await minute();
    expect(await atTreasury(world.usdc)).to.equal(rest - 1_000n * DOLLAR);
    expect(await heldUsdc()).to.equal(promised + 1_000n * DOLLAR);
    await start([]);
    await minute();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    await world.evm.mint(world.usdc, world.network.solver.evm, before - (await heldUsdc()));
    await audited.adopt(await audited.audit());
  });

  it("[money:treasury-in-flight] a transfer that is signed is not promised again, and one in a block does not count twice", async () => {
    const before = await heldUsdc();
    const keep = [usdcFrom(50_000n * DOLLAR, 150_000n * DOLLAR)];
    await start(keep, {}, 4);
    await world.evm.client.setAutomine(false);
    await minute();
    const capacity = async () => {
      const { body } = await world.get(
        `/config/v2?originChainId=31337&destinationChainId=31337&currency=USDC`,
      );
      return BigInt((body["solver"] as { balance: string }).balance);
    };
    expect(await heldUsdc(), "it is in no block").to.equal(before);
    expect(await capacity()).to.equal(100_000n * DOLLAR);
    await world.evm.client.mine({ blocks: 1 });
    await world.tick(2);
    expect(await heldUsdc()).to.equal(100_000n * DOLLAR);
    expect(await capacity(), "it is not deep enough, and open").to.equal(100_000n * DOLLAR);
    expect(troublesOf(await audited.audit()), "in flight").to.deep.equal([]);
    await world.evm.client.mine({ blocks: 5 });
    await world.tick(3);
    expect(await capacity()).to.equal(100_000n * DOLLAR);
    expect(await atTreasury(world.usdc)).to.equal(before - 100_000n * DOLLAR);
    await world.evm.client.setAutomine(true);
    await world.evm.mint(world.usdc, world.network.solver.evm, before - (await heldUsdc()));
    await audited.adopt(await audited.audit());
  });

  it("a transfer that a reorganisation takes back is sent again, the same one", async () => {
    const before = await heldUsdc();
    const { client } = world.evm;
    await start([usdcFrom(before - 3_000n * DOLLAR, before - 1_000n * DOLLAR)]);
    const snapshot = await client.snapshot();
    await minute();
    expect(await atTreasury(world.usdc)).to.equal(2_000n * DOLLAR);
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 3 });
    expect(await atTreasury(world.usdc)).to.equal(0n);
    await minute(2);
    expect(await atTreasury(world.usdc)).to.equal(2_000n * DOLLAR);
    world.now += 12 * MINUTE_MS;
    await minute();
    expect(await heldUsdc()).to.equal(before - 2_000n * DOLLAR);
    await audited.adopt(await audited.audit()); // the block that took it again asked for less gas than the first
  });

  it("below the bounds a person is told how much to send where, and nothing is taken", async () => {
    const before = await heldUsdc();
    await start([usdcFrom(before + 1_000n * DOLLAR, before + 3_000n * DOLLAR)]);
    await minute(2);
    expect(await heldUsdc()).to.equal(before);
    expect(events, "once").to.deep.equal(["network.refill_needed"]);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const page = await (await fetch(`${world.url}/operator`, { headers })).text();
    expect(page.replace(/,/g, "")).to.match(
      new RegExp(
        `USDC on Sandbox 31337 is below its bounds.*: send 2000 USDC to ${world.network.solver.evm}`,
      ),
    );
    const metrics = await (await fetch(`${world.url}/metrics`, { headers })).text();
    expect(metrics).to.match(/crosstill_network_refill_needed\{chain="31337",coin="USDC"\} 2000\n/);
  });

  it("without gas a person is told to send the chain's coin, and no tokens, which are there", async () => {
    const ether = await heldEther();
    const solver = { address: world.network.solver.evm };
    await world.evm.client.setBalance({ ...solver, value: 1n });
    await start([usdcFrom(1n, 10n ** 9n * DOLLAR), { symbol: "ETH", least: ETHER, most: 2n * ETHER }]);
    await minute(2);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const page = await (await fetch(`${world.url}/operator`, { headers })).text();
    expect(page).to.contain("ETH on Sandbox 31337 is below its bounds");
    expect(page).not.to.contain("USDC on Sandbox 31337 is below its bounds");
    expect(events.filter((event) => event === "network.refill_needed")).to.have.length(1);
    await world.evm.client.setBalance({ ...solver, value: ether });
  });

  it("a transfer that the treasury refuses is not made, and a person is told", async () => {
    await world.evm.client.request({ method: "anvil_setCode", params: [address, "0xfe"] } as never);
    const before = await heldEther();
    await start([{ symbol: "ETH", least: 1n, most: 2n }]);
    await minute(2);
    expect(await heldEther()).to.equal(before);
    expect(events).to.deep.equal(["network.treasury_refused"]);
  });

  describe("by an order", () => {
    let folder: string;
    before(() => {
      folder = fs.mkdtempSync(path.join(runFolder(), "treasury-"));
      fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
    });
    after(() => fs.rmSync(folder, { recursive: true }));

    const run = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> => {
      const lines: string[] = [];
      const dollars = Object.entries(prices.usd).map(([symbol, usd]) => [symbol, formatDecimal(usd, 8)]);
      const now = { ...Object.fromEntries(dollars), at: new Date(world.now).toISOString() };
      fs.writeFileSync(path.join(folder, "prices.json"), JSON.stringify(now));
      const settings = {
        NETWORK_SEED_FILE: path.join(folder, "seed"),
        NETWORK_DATABASE_URL: audited.databaseUrl,
        NETWORK_EXPLORER_URLS: `${world.url.slice(0, -"/base/path".length)}/explorer/api`,
        PRICES: `file:${path.join(folder, "prices.json")}`,
        NETWORK_RPC_31337: world.evm.url,
        NETWORK_TOKENS_31337: `USDC:${world.usdc}:6`,
        NETWORK_TREASURY_31337: address,
      };
      const print = (line: string) => void lines.push(line);
      const clock = () => world.now;
      await networkTreasury({
        args,
        env: { ...settings, ...env },
        clock,
        random: randomBytes,
        print,
      } as never).catch(({ message }: Error) => lines.push(message));
      return lines.join("\n");
    };
    const transfer = (amount: string, coin = "USDC") => [
      "--chain",
      "31337",
      "--coin",
      coin,
      "--amount",
      amount,
    ];

    it("is sent once, and only with --yes", async () => {
      await start([]);
      const before = await heldUsdc();
      expect(await run(transfer("2500"))).to.equal(
        `Would send 2500 USDC to ${address} on chain 31337. Nothing was ordered: say it again with --yes.`,
      );
      await minute();
      expect(await heldUsdc(), "a dry run").to.equal(before);
      expect(await run([...transfer("2500"), "--yes"])).to.match(/^Ordered: 2500 USDC to 0x/);
      expect(await run([])).to.match(/2500 USDC, waits for the running service$/);
      await minute();
      expect(await atTreasury(world.usdc)).to.equal(2_500n * DOLLAR);
      expect(await run(["--chain", "31337"])).to.match(/2500 USDC, included in 0x[0-9a-f]{64}$/);
      await start([]);
      await minute(3);
      expect(await atTreasury(world.usdc), "not again").to.equal(2_500n * DOLLAR);
    });

    it("is refused with the reason, at once and by the service", async () => {
      await start([]);
      const before = await heldUsdc();
      expect(await run([...transfer("5000000"), "--yes"])).to.match(
        /only \S+ USDC can be sent; the rest is promised/,
      );
      expect(await run([...transfer("1", "DAI"), "--yes"])).to.match(/^--coin: expected one of ETH, USDC/);
      const least = formatDecimal(before - DOLLAR, 6);
      const keep = { NETWORK_TREASURY_KEEP_31337: `USDC:${least}:5000000` };
      expect(await run([...transfer("2"), "--yes"], keep)).to.match(
        /it would leave .*NETWORK_TREASURY_KEEP_31337/,
      );
      const gas = { NETWORK_LOW_NATIVE: "1000000" };
      expect(await run([...transfer("1", "ETH"), "--yes"], gas)).to.match(
        /it would leave .*NETWORK_LOW_NATIVE/,
      );
      expect(await run(["--chain", "8253038"])).to.match(/^On Bitcoin nothing is sent to a treasury yet/);
      const elsewhere = { NETWORK_TREASURY_31337: "0x7777777777777777777777777777777777777777" };
      expect(await run([...transfer("3"), "--yes"], elsewhere)).to.match(/^Ordered/);
      await minute();
      expect(await heldUsdc()).to.equal(before);
      expect(await run([])).to.match(/3 USDC, refused: it was ordered to 0x7777/);
      await run([...transfer("4"), "--yes"]);
      world.now += 10 * MINUTE_MS;
      await minute();
      expect(await run([])).to.match(/4 USDC, refused: it could not be made within 10 minutes/);
      expect(await heldUsdc()).to.equal(before);
    });
  });

  it("the start refuses an account, a contract or a deposit address of the service", async () => {
    const refusal = async (of: string) => {
      address = of as EvmAddress;
      return start([]).then(
        () => "started",
        ({ message }: Error) => message,
      );
    };
    const { contracts } = world.evm;
    expect(await refusal(world.network.solver.evm)).to.match(/is the service's own/);
    expect(await refusal(contracts.Depository)).to.match(/is the service's own/);
    expect(await refusal(world.usdc)).to.match(/is a contract that keeps what it is sent/);
    const plain = `0x${"ab".repeat(20)}`;
    expect(await refusal(plain)).to.equal("started");
    const { address: deposit } = await quoteToBitcoin(world, 100n * DOLLAR);
    expect(await refusal(deposit)).to.equal("started");
    const { wrong } = await world.network.check();
    expect(wrong).to.deep.equal([
      `NETWORK_TREASURY_31337 is ${deposit}, which the service has issued as a deposit address.`,
    ]);
    address = plain as EvmAddress;
    await start([]);
  });

  const equityOfUsdc = () =>
    balanceOfAccount(audited.parts.store, EQUITY, { chainId: world.evm.id, currency: world.usdc });
});
