import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { readNetworkSettings } from "../../../src/cli/network/config.ts";
import { ConfigError } from "../../../src/gateway/compose/config.ts";
import { runFolder } from "../../support/runFolder.ts";

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example

describe("the settings of the treasury and of daily limits", () => {
  let folder: string;
  let least: Readonly<Record<string, string>>;

  before(() => {
    folder = fs.mkdtempSync(path.join(runFolder(), "limits-"));
    const seed = path.join(folder, "seed");
    fs.writeFileSync(seed, WORDS, { mode: 0o600 });
    least = {
      NETWORK_EXPLORER_URLS: "https://one.example.com/api",
      NETWORK_RPC_84532: "https://base.example.com",
      NETWORK_SEED_FILE: seed,
    };
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
    try {
      readNetworkSettings(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    throw new Error("Expected the settings to be refused.");
  };

  it("name the treasury of a chain with bounds, and daily limits", () => {
    const chain = { ...least, NETWORK_TOKENS_84532: `USDC:${USDC}:6` };
    const address = "0x7777777777777777777777777777777777777777";
    const treasury = { ...chain, NETWORK_TREASURY_84532: address };
    const { config } = readNetworkSettings({
      ...{ ...treasury, NETWORK_TREASURY_KEEP_84532: "USDC:1000:5000" },
      ...{ NETWORK_FILLER_DAILY_USD: "250000", NETWORK_REFUNDER_DAILY_USD: "0.5" },
    });
    const keep = [{ symbol: "USDC", least: 1_000_000_000n, most: 5_000_000_000n }];
    expect(config.evmChains[0]).to.deep.include({ treasury: { address, keep } });
    expect(config.solver.daily).to.deep.equal({ filler: 250_000n * 10n ** 8n, refunder: 5n * 10n ** 7n });
    const none = readNetworkSettings(chain).config;
    expect(none.evmChains[0]).to.not.have.property("treasury");
    expect(none.solver.daily).to.deep.equal({ filler: undefined, refunder: undefined });
  });

  it("refuse a treasury that is the service's own, that keeps what it is sent, or is for Bitcoin", () => {
    const chain = { ...least, NETWORK_TOKENS_84532: `USDC:${USDC}:6` };
    const wrong = (changes: Record<string, string>) => problemsOf({ ...chain, ...changes });
    const { keys } = readNetworkSettings(chain);
    for (const own of [keys.solverEvmAddress, keys.refunderEvmAddress, ...Object.values(keys.contracts)])
      expect(wrong({ NETWORK_TREASURY_84532: own })[0], own).to.match(
        /^NETWORK_TREASURY_84532 .*the service's own/,
      );
    expect(wrong({ NETWORK_TREASURY_84532: USDC })[0]).to.match(/is a contract that keeps what it is sent/);
    expect(wrong({ NETWORK_TREASURY_84532: "0x12" })[0]).to.match(
      /^NETWORK_TREASURY_84532: Expected the address/,
    );
    expect(wrong({ NETWORK_TREASURY_KEEP_84532: "USDC:1:2" })).to.deep.equal([
      "NETWORK_TREASURY_KEEP_84532 needs NETWORK_TREASURY_84532: the account that gets what is above the bounds.",
    ]);
    expect(wrong({ NETWORK_TREASURY_8253038: "bc1q" })).to.deep.equal([
      "NETWORK_TREASURY_8253038: on Bitcoin nothing is sent to a treasury yet. Remove the setting; bitcoin stays in the service's account.",
    ]);
    const treasury = { NETWORK_TREASURY_84532: "0x7777777777777777777777777777777777777777" };
    expect(wrong({ ...treasury, NETWORK_TREASURY_KEEP_84532: "USDC:2:1" })[0]).to.match(
      /^NETWORK_TREASURY_KEEP_84532: expected/,
    );
    expect(wrong({ ...treasury, NETWORK_TREASURY_KEEP_84532: "USDC:1:5,USDC:2:9" })).to.deep.equal([
      "NETWORK_TREASURY_KEEP_84532: the symbol USDC is there twice; a coin has one pair of bounds.",
    ]);
    const pools =
      "factory=0x1111111111111111111111111111111111111111,quoter=0x2222222222222222222222222222222222222222,router=0x3333333333333333333333333333333333333333";
    const both = {
      NETWORK_UNISWAP_V3_84532: pools,
      NETWORK_REBALANCE_84532: "USDC:10:20",
      NETWORK_TREASURY_KEEP_84532: "USDC:1:5",
    };
    expect(wrong({ ...treasury, ...both })[0]).to.match(
      /below those of NETWORK_REBALANCE_84532: it would be bought again/,
    );
    for (const text of ["0", "-1", "much"])
      expect(wrong({ NETWORK_FILLER_DAILY_USD: text })[0], text).to.match(/^NETWORK_FILLER_DAILY_USD/);
  });
});
