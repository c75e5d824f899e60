import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { pad, type Hex } from "viem";
import { networkAudit } from "../../../src/cli/network/audit.ts";
import { formatDecimal } from "../../../src/values/amount.ts";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "../../network/world.ts";
import { invoke } from "../invoke.ts";

const OTHER_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example
const STRANGER = `0x${"a1".repeat(20)}`;
const DEAD = "http://127.0.0.1:1";

describe("crosstill network audit", function () {
  this.timeout(60_000);

  let folder: string;
  let world: World;
  const file = (name: string) => path.join(folder, name);

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-audit-command-"));
    fs.writeFileSync(file("seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
    fs.writeFileSync(file("other"), OTHER_WORDS, { mode: 0o600 });
    world = await startWorld({ databaseUrl: file("books.db") });
    await world.tick(2);
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });

  const audit = (args: readonly string[] = [], more: Record<string, string> = {}) =>
    invoke(
      networkAudit,
      args,
      {
        NETWORK_DATABASE_URL: file("books.db"),
        NETWORK_SEED_FILE: file("seed"),
        NETWORK_EXPLORER_URLS: `${world.url.slice(0, -"/base/path".length)}/explorer/api`,
        [`NETWORK_RPC_${EVM_CHAIN_ID}`]: world.evm.url,
        [`NETWORK_TOKENS_${EVM_CHAIN_ID}`]: `USDC:${world.usdc}:6,USDT:${world.evm.usdt}:6,WETH:${world.evm.weth}:18`,
        LOG_LEVEL: "silent",
        ...more,
      },
      () => world.now,
    );
  const solver = () => world.network.solver.evm;

  it("says which database it looked at, and that all is well", async () => {
    const { result, error } = await audit();
    expect(error).to.equal(undefined);
    expect(result)
      .to.match(new RegExp(`^Database: ${file("books.db")}\n`))
      .and.to.match(/Books and chains agree\.$/);
  });

  it("shows what was earned and spent, by chain and coin", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, Number(quote.input));
    await world.mine();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const { result } = await audit();
    const [heading, ...rows] = result
      .split("\n")
      .slice(result.split("\n").findIndex((line) => /earned and spent/.test(line)));
    expect(heading).to.match(/^ {2}earned and spent +currency +income +payouts +gas +pools +net$/);
    const [btc, usdc] = ["Bitcoin +BTC", `Chain ${EVM_CHAIN_ID} +USDC`].map((words) =>
      rows.find((row) => new RegExp(`^ {2}${words} `).test(row)),
    );
    expect(btc).to.match(/0\.001 +0 +0 +0 +0\.001$/);
    const paid = formatDecimal(await world.received(), 6);
    expect(usdc).to.match(new RegExp(`0 +${paid} +0 +0 +-${paid}$`));
    const chains = rows.map((row) => /^ {2}(Bitcoin|Chain \d+) /.exec(row)?.[1]).filter((name) => name);
    expect(chains.slice(0, 2), "in the order of the places").to.deep.equal([
      "Bitcoin",
      `Chain ${EVM_CHAIN_ID}`,
    ]);
  });

  it("books what came only when it is told twice, and says before what that is", async () => {
    await world.evm.mint(world.usdc, solver(), 7_000_000n);
    expect((await audit()).error).to.match(/cannot explain.*"crosstill network audit --adopt"\.$/);

    const asked = await audit(["--adopt"]);
    expect(asked.result).to.match(/Would book 7 USDC at Chain 31337 inventory:solver as your own money\.$/);
    expect(asked.error).to.match(/^Nothing was booked: say .* --adopt --yes/);
    expect((await audit()).error, "asking books nothing").to.match(/cannot explain/);
    expect((await audit(["--yes"])).error).to.match(/--yes belongs to --adopt or --withdrawn/);

    const sure = await audit(["--adopt", "--yes"]);
    expect(sure.error).to.equal(undefined);
    expect(sure.result).to.match(/Books 7 USDC at .*\nBooks and chains agree\.$/);
    expect((await audit()).error).to.equal(undefined);
  });

  it("books what the operator took out only as that", async () => {
    const held = await world.received(solver());
    await world.evm.setUsdc(solver(), held - 2_500_000n);
    const adopting = await audit(["--adopt", "--yes"]);
    expect(adopting.error).to.match(/^There is nothing of that kind\..*audit --withdrawn"\.$/);

    const asked = await audit(["--withdrawn"]);
    expect(asked.result).to.match(
      /Would book 2\.5 USDC as taken out by you from Chain 31337 inventory:solver\.$/,
    );
    expect(asked.error).to.match(/^Nothing was booked/);
    expect((await audit(["--withdrawn", "--yes"])).error).to.equal(undefined);

    await world.evm.setUsdc(solver(), held);
    expect((await audit(["--adopt", "--yes"])).error, "and put back again").to.equal(undefined);
  });

  it("refuses what it does not know", async () => {
    expect((await audit(["--adopt", "all"])).error).to.match(
      /^Unknown: all\. Usage: crosstill network audit/,
    );
    expect((await audit(["--adopt", "--withdrawn"])).error).to.match(/^Expected one of/);
  });

  it("says nothing of a chain that gave no answer but that", async () => {
    const { error, result } = await audit([], { [`NETWORK_RPC_${EVM_CHAIN_ID}`]: DEAD });
    expect(result)
      .to.match(/Not compared: Chain 31337\. /)
      .and.not.match(/agree/);
    expect(error).to.equal('Nothing can be said about Chain 31337: see "Not compared" above.');
    expect((await audit(["--adopt", "--yes"], { [`NETWORK_RPC_${EVM_CHAIN_ID}`]: DEAD })).error).to.match(
      /^There is nothing of that kind\. Nothing can be said about Chain 31337/,
    );
  });

  it("warns of a depository that pays out on another's orders, and names the command that mends it", async () => {
    const { client, contracts } = world.evm;
    const name = (allocator: string) =>
      client.setStorageAt({ address: contracts.Depository, index: 0, value: pad(allocator as Hex) });
    await name(STRANGER);
    const { result, error } = await audit();
    await name(solver());
    expect(error).to.equal(undefined);
    expect(result).to.match(
      new RegExp(
        `\nWarning: Chain ${EVM_CHAIN_ID}: the Depository 0x\\w+ pays out on orders of ${STRANGER} `,
      ),
    );
    expect(result).to.match(
      /run "crosstill network deploy", which sends that call\.\nBooks and chains agree\.$/,
    );
    expect((await audit()).result).to.not.include("Warning");
  });

  it("refuses the books of another seed", async () => {
    const { error } = await audit([], { NETWORK_SEED_FILE: file("other") });
    expect(error).to.match(/^This database belongs to the seed whose solver pays from 0x/);
  });
});
