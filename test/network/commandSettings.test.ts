import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { readNetworkSettings } from "../../src/cli/network/config.ts";
import { ConfigError } from "../../src/gateway/compose/config.ts";
import { BITCOIN_TIERS, ONE_BLOCK } from "../../src/network/confirmations.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { startProcess } from "../support/process.ts";

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const WETH = "0x4200000000000000000000000000000000000006";
const OWN_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example
const OTHER_WORDS =
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

describe("the settings of crosstill network", () => {
  let folder: string;
  let least: Readonly<Record<string, string>>;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-settings-"));
    least = {
      NETWORK_EXPLORER_URLS: "https://one.example.com/api, https://two.example.com/api",
      NETWORK_RPC_84532: "https://base.example.com",
      NETWORK_SEED_FILE: seedFile("own", OWN_WORDS),
    };
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const seedFile = (name: string, words: string, mode = 0o600) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `${words}\n`, { mode });
    return file;
  };
  const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
    try {
      readNetworkSettings(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    throw new Error("Expected the settings to be refused.");
  };

  it("refuse plain http to other machines off regtest, unless the operator lists the host", () => {
    const plain = {
      ...{ ...least, NETWORK_BITCOIN: "testnet" },
      NETWORK_EXPLORER_URLS: "http://node.lan/api",
      NETWORK_RPC_84532: "https://base.example.com,http://node.lan:8545/S3CRET",
      NETWORK_SCREENING_URL: "http://screening.lan/check",
      NETWORK_SCREENING_SECRET: "a-secret-of-twenty-characters",
    };
    const problems = problemsOf(plain).filter((problem) => problem.includes("without TLS"));
    expect(problems.map((problem) => problem.split(" ")[0])).to.deep.equal([
      "NETWORK_EXPLORER_URLS",
      "NETWORK_RPC_84532",
      "NETWORK_SCREENING_URL",
    ]);
    expect(problems.join()).not.to.include("S3CRET");
    const accepted = { ...plain, NETWORK_INSECURE_HTTP_HOSTS: "node.lan,screening.lan" };
    expect(readNetworkSettings(accepted).config.explorerUrls).to.deep.equal(["http://node.lan/api"]);
  });

  it("have the contract's own figures unless told otherwise", () => {
    const { config, port, host, trustProxyHops } = readNetworkSettings(least);
    expect({ port, host, trustProxyHops }).to.deep.equal({ port: 3100, host: undefined, trustProxyHops: 0 });
    expect(config).to.deep.include({
      explorerUrls: ["https://one.example.com/api", "https://two.example.com/api"],
      databaseUrl: path.resolve("data/network.db"),
      ...{ quotesPerMinute: 50, callsPerMinute: 200, elevatedPerSecond: 10, keysPerHour: 3 },
      ...{ confirmations: ONE_BLOCK, statusDetail: "contract", bare: false },
      ...{ prices: { kind: "walk" }, priceMaxAgeMs: 60_000, selfServeKeys: true },
    });
    expect(config.evmChains).to.deep.equal([
      {
        ...{ id: 84532, slug: "chain-84532", name: "Chain 84532", rpcUrl: "https://base.example.com" },
        ...{
          native: { symbol: "ETH", decimals: 18 },
          tokens: [],
          confirmations: 10,
          largeConfirmations: 300,
        },
      },
    ]);
  });

  it("wait by value on chains where a block is not made on demand", () => {
    const settings = { ...least, NETWORK_BITCOIN: "testnet" };
    const testnet4 = readNetworkSettings({ ...least, NETWORK_BITCOIN: "testnet4" });
    expect(testnet4.config).to.deep.include({ bitcoinNetwork: "testnet4", confirmations: BITCOIN_TIERS });
    expect(testnet4.keys.solverBitcoin).to.match(/^tb1/);
    expect(readNetworkSettings(settings).config.confirmations).to.deep.equal(BITCOIN_TIERS);
    expect(readNetworkSettings(settings).config.unconfirmedLimit).to.equal(100_000_000n);
    expect(readNetworkSettings(least).config.unconfirmedLimit).to.equal(undefined);
    for (const [text, limit] of [["5000", 5_000n], ["none", undefined]] as const)
      expect(readNetworkSettings({ ...settings, NETWORK_UNCONFIRMED_LIMIT: text }).config.unconfirmedLimit).to.equal(limit); // prettier-ignore
    const local = { ...least, NETWORK_RPC_31337: "http://localhost:8545" };
    const chains = readNetworkSettings(local).config.evmChains;
    const needs = Object.fromEntries(chains.map(({ id, confirmations }) => [id, confirmations]));
    expect(needs).to.deep.equal({ 84532: 10, 31337: 1 });
  });

  it("refuse steps that cannot be read", () => {
    const [problem] = problemsOf({ ...least, NETWORK_CONFIRMATIONS: "1 BTC" });
    expect(problem).to.match(/^NETWORK_CONFIRMATIONS: Expected blocks .* got "1 BTC"/);
    const [limit] = problemsOf({ ...least, NETWORK_UNCONFIRMED_LIMIT: "1 BTC" });
    expect(limit).to.match(/^NETWORK_UNCONFIRMED_LIMIT: Expected sats, .* got "1 BTC"/);
  });

  it("say what has become of a setting that there was", () => {
    expect(problemsOf({ ...least, NETWORK_LARGE_DEPOSIT: "100000000:6" })).to.have.length(1);
    expect(problemsOf({ ...least, NETWORK_LARGE_DEPOSIT: "100000000:6" })[0]).to.include("1,100000000=6");
  });

  it("count an empty text as not set", () => {
    const names = ["NETWORK_PORT", "NETWORK_TOKENS_84532", "PRICES", "NETWORK_CONFIRMATIONS", "NETWORK_BARE"];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    expect(readNetworkSettings({ ...least, ...empty }).config).to.deep.equal(
      readNetworkSettings(least).config,
    );
  });

  it("say everything about a chain and its tokens", () => {
    const { config } = readNetworkSettings({
      ...least,
      NETWORK_CHAIN_84532: "base/Base",
      NETWORK_NATIVE_84532: "ETH:18",
      NETWORK_PERMIT2_84532: "0x0000000000225e31d15943971f47ad3022f714fa",
      NETWORK_TOKENS_84532: `USDC:${USDC}:6:permit=USD Coin/2:erc2612=USD Coin/2, WETH:${WETH}:18:wraps-native`,
      NETWORK_CONFIRMATIONS_84532: "12",
      NETWORK_PUBLIC_RPC_84532: "https://public.example.com",
      NETWORK_EXPLORER_84532: "https://scan.example.com/",
      NETWORK_RPC_11155111: "http://localhost:8545",
      NETWORK_TOKENS_11155111: `USDT:${USDC}:6:zero-first`,
    });
    const [base, sepolia] = config.evmChains.toSorted((a, b) => a.id - b.id);
    expect(sepolia?.tokens).to.deep.equal([
      { symbol: "USDT", name: "USDT", address: USDC.toLowerCase(), decimals: 6, approveZeroFirst: true },
    ]);
    expect(base).to.deep.include({
      permit2: "0x0000000000225e31d15943971f47ad3022f714fa",
      ...{ slug: "base", name: "Base", confirmations: 12, largeConfirmations: 12 },
      ...{ publicRpcUrl: "https://public.example.com", explorerUrl: "https://scan.example.com" },
    });
    expect(base?.tokens).to.deep.equal([
      {
        ...{ symbol: "USDC", name: "USD Coin", address: USDC.toLowerCase(), decimals: 6 },
        permit: { name: "USD Coin", version: "2" },
        erc2612: { name: "USD Coin", version: "2" },
      },
      { symbol: "WETH", name: "WETH", address: WETH, decimals: 18, wrapsNative: true },
    ]);
  });

  it("take the contracts of pools, and bounds of coins", () => {
    const [factory, quoter, router] = ["aa", "bb", "cc"].map((byte) => `0x${byte.repeat(20)}`);
    const chain = { ...least, NETWORK_TOKENS_84532: `USDC:${USDC}:6` };
    const pools = `factory=${factory},quoter=${quoter},router=${router}`;
    const { config } = readNetworkSettings({
      ...{ ...chain, NETWORK_UNISWAP_V3_84532: pools, NETWORK_REBALANCE_84532: "USDC:20000:80000,ETH:0.5:3" },
      ...{ NETWORK_POOL_SLIPPAGE_BPS: "30", NETWORK_REBALANCE_MAX_USD: "500" },
    });
    expect(config.evmChains[0]).to.deep.include({
      pools: { factory, quoter, router },
      rebalance: [
        { symbol: "USDC", least: 20_000_000_000n, most: 80_000_000_000n },
        { symbol: "ETH", least: 5n * 10n ** 17n, most: 3n * 10n ** 18n },
      ],
    });
    expect(config.solver).to.include({ poolSlippageBps: 30, rebalanceMost: 500n * 10n ** 8n });
    const wrong = (changes: Record<string, string>) => problemsOf({ ...chain, ...changes });
    expect(wrong({ NETWORK_UNISWAP_V3_84532: `factory=${factory},router=${router}` })[0]).to.match(
      /^NETWORK_UNISWAP_V3_84532: Expected factory=<address>,quoter=<address>,router=<address>, got/,
    );
    expect(wrong({ NETWORK_REBALANCE_84532: "USDC:1:2" })).to.deep.equal([
      "NETWORK_REBALANCE_84532 needs NETWORK_UNISWAP_V3_84532: coins are rebalanced through pools.",
    ]);
    for (const text of ["DAI:1:2", "USDC:2:1", "USDC:1", "USDC:0.0000001:1", "USDC:1:2:3"]) {
      const [problem] = wrong({ NETWORK_UNISWAP_V3_84532: pools, NETWORK_REBALANCE_84532: text });
      expect(problem, text).to.match(/^NETWORK_REBALANCE_84532: expected .* "?USDC|DAI/);
    }
  });

  it("take several nodes of a chain, and how many must agree", () => {
    const nodes = "https://one.example.com/key, https://two.example.com,https://three.example.com";
    const chainOf = (changes: Record<string, string>) =>
      readNetworkSettings({ ...least, ...changes }).config.evmChains[0];
    expect(chainOf({ NETWORK_RPC_84532: nodes })).to.deep.include({
      rpcUrl: "https://one.example.com/key",
      otherRpcUrls: ["https://two.example.com", "https://three.example.com"],
    });
    expect(chainOf({ NETWORK_RPC_84532: nodes, NETWORK_RPC_QUORUM_84532: "3" })?.rpcQuorum).to.equal(3);
    const wrong = (changes: Record<string, string>) => problemsOf({ ...least, ...changes });
    expect(wrong({ NETWORK_RPC_84532: nodes, NETWORK_RPC_QUORUM_84532: "4" })[0]).to.match(
      /^NETWORK_RPC_QUORUM_84532\b.*1.*3/,
    );
    expect(wrong({ NETWORK_RPC_QUORUM_84532: "2" }), "of one node").to.have.length(1);
    expect(wrong({ NETWORK_RPC_84532: "https://one.example.com,https://One.example.com/" })).to.deep.equal([
      "NETWORK_RPC_84532 must name each node once: one that is there twice always agrees with itself.",
    ]);
    expect(wrong({ NETWORK_RPC_84532: "https://one.example.com,ftp://two.example.com" })).to.have.length(1);
  });

  it("refuse chains of the zkSync type, where a deposit address could not be swept", () => {
    for (const id of [300, 324, 2741]) {
      const problems = problemsOf({ ...least, [`NETWORK_RPC_${id}`]: "https://node.example.com" });
      expect(problems.join("\n")).to.match(
        new RegExp(`^NETWORK_RPC_${id}: chain ${id} is of the zkSync type .* leave this chain out\\.$`, "m"),
      );
    }
  });

  it("take limits, prices and policies", () => {
    const { config, port, trustProxyHops } = readNetworkSettings(
      {
        ...least,
        ...{ NETWORK_PORT: "0", NETWORK_TRUST_PROXY_HOPS: "1", NETWORK_DATABASE_URL: "postgres://db/books" },
        ...{ NETWORK_QUOTES_PER_MINUTE: "7", NETWORK_FOLLOWED_REQUESTS: "8", NETWORK_SELF_SERVE_KEYS: "0" },
        ...{ NETWORK_CONFIRMATIONS: "2,100000000=6", STATUS_DETAIL: "public" },
        ...{ PRICES: "http", PRICE_COINS: "POL=coinbase:POL-USD,kraken:POLUSD", PRICE_MAX_AGE_SECONDS: "20" },
      },
      true,
    );
    expect({ port, trustProxyHops }).to.deep.equal({ port: 0, trustProxyHops: 1 });
    expect(config).to.deep.include({
      ...{ quotesPerMinute: 7, followedRequests: 8, selfServeKeys: false, bare: true },
      ...{
        confirmations: [
          { from: 0n, need: 2 },
          { from: 100_000_000n, need: 6 },
        ],
        statusDetail: "public",
      },
      ...{ databaseUrl: "postgres://db/books", prices: { kind: "http" }, priceMaxAgeMs: 20_000 },
    });
    expect(config.priceCoins).to.include.keys("BTC", "USDC", "POL");
  });

  it("are all listed at once where they are wrong, each with its name", () => {
    const wrong: Readonly<Record<string, string>> = {
      NETWORK_EXPLORER_URLS: "explorer.example.com",
      NETWORK_RPC_84532: "wss://base.example.com/S3CRET",
      NETWORK_TOKENS_84532: `USDC:${USDC.toLowerCase()}`,
      NETWORK_NATIVE_84532: "ETH",
      NETWORK_CHAIN_84532: "Base",
      NETWORK_CONFIRMATIONS_84532: "0",
      NETWORK_BITCOIN: "simnet",
      NETWORK_QUOTES_PER_MINUTE: "many",
      NETWORK_PORT: "99999",
      NETWORK_SELF_SERVE_KEYS: "yes",
      NETWORK_SEED_FILE: path.join(folder, "missing"),
      NETWORK_DATABASE_URL: "mysql://books",
      STATUS_DETAIL: "all",
      PRICES: "free",
      PRICE_COINS: "POL",
      PRICE_MAX_AGE_SECONDS: "0",
      LOG_LEVEL: "loud",
    };
    const problems = problemsOf(wrong);
    for (const name of Object.keys(wrong)) {
      expect(problems.filter((problem) => problem.startsWith(name)), name).to.have.length(1); // prettier-ignore
    }
    expect(problems).to.have.length(Object.keys(wrong).length);
    expect(problems.join("\n")).to.not.include("S3CRET");
  });

  it("name what is missing, and how to come by it", () => {
    const problems = problemsOf({ NETWORK_TOKENS_84532: `USDC:${USDC}:6` }).join("\n");
    for (const text of [
      "NETWORK_RPC_84532 is missing",
      "NETWORK_EXPLORER_URLS is missing",
      "crosstill network seed",
    ]) {
      expect(problems).to.include(text);
    }
  });

  it("that do not exist are refused: a misspelt one would be passed over in silence", () => {
    expect(problemsOf({ ...least, NETWORK_TOKEN_84532: "USDC" })).to.deep.equal([
      "NETWORK_TOKEN_84532 is no setting of the intent service. Did you mean NETWORK_TOKENS_84532? docs/how-to/operate-the-intent-service.md lists them all.",
    ]);
  });

  it("refuse a token whose checksum is wrong, and a flag that nobody knows", () => {
    const swapped = `${USDC.slice(0, -2)}31`;
    expect(problemsOf({ ...least, NETWORK_TOKENS_84532: `USDC:${swapped}:6` })[0]).to.include("checksum");
    expect(problemsOf({ ...least, NETWORK_TOKENS_84532: `USDC:${USDC}:6:zerofirst` })[0]).to.include(
      'the flag "zerofirst" for USDC',
    );
  });

  it("refuse a symbol, in any case, or a token that is there twice on a chain", () => {
    const twice = (tokens: string) => problemsOf({ ...least, NETWORK_TOKENS_84532: tokens });
    expect(twice(`USDC:${USDC}:6,usdc:${WETH}:18`)).to.deep.equal([
      "NETWORK_TOKENS_84532: the symbol USDC is there twice; every currency of a chain needs its own.",
    ]);
    expect(twice(`ETH:${WETH}:18`)[0], "the native coin's").to.contain("the symbol ETH is there twice");
    expect(twice(`USDC:${USDC}:6,USDT:${USDC}:6`)[0]).to.contain(`${USDC.toLowerCase()} is there twice`);
  });

  it("want a market for every coin when prices come from exchanges", () => {
    const env = { ...least, PRICES: "http", NETWORK_TOKENS_84532: `LINK:${USDC}:18` };
    const [problem, ...others] = problemsOf(env);
    expect(problem).to.match(/^PRICE_COINS must name the markets of LINK \(chain 84532\)/);
    expect(others).to.deep.equal([]);
  });

  const live = () => {
    const { NETWORK_RPC_84532: NETWORK_RPC_8453, ...others } = least;
    return { ...others, NETWORK_RPC_8453: NETWORK_RPC_8453 ?? "", NETWORK_BITCOIN: "mainnet" };
  };

  it("refuse simulated prices where coins are worth something, on Bitcoin and on any live EVM chain", () => {
    expect(problemsOf(live())).to.deep.equal([
      "PRICES must be http or file:/path on live chains (Bitcoin mainnet, chain 8453): the default, walk, is a simulation.",
    ]);
    for (const id of [1, 10, 56, 137, 8453, 42161]) {
      const env = { ...least, [`NETWORK_RPC_${id}`]: "https://node.example.com" };
      expect(problemsOf(env)[0]).to.include(`PRICES must be http or file:/path on live chains (chain ${id})`);
    }
    const priced = { ...live(), PRICES: "file:/srv/prices.json" };
    expect(readNetworkSettings(priced).config.prices).to.deep.equal({
      kind: "file",
      path: "/srv/prices.json",
    });
  });

  it("refuse free coins of a test network beside live ones, which they would be exchanged for at the real price", () => {
    const priced = { ...live(), PRICES: "file:/srv/prices.json" };
    for (const mixed of [
      { ...priced, NETWORK_BITCOIN: "testnet" },
      { ...priced, NETWORK_RPC_11155111: "https://sepolia.example.com" },
      { ...priced, NETWORK_RPC_31337: "http://localhost:8545" },
    ]) {
      const [problem, ...others] = problemsOf(mixed);
      expect(problem).to.match(/^The coins of test networks \((Bitcoin testnet|chain \d+)\) are free/);
      expect(others).to.deep.equal([]);
    }
  });

  it("take a seed of the refunder's own and the owner of the contracts, with the same checks", () => {
    const refunder = seedFile("refunder", OTHER_WORDS);
    const { config, keys } = readNetworkSettings({
      ...{ ...least, NETWORK_REFUNDER_SEED_FILE: refunder, NETWORK_CONTRACT_OWNER: USDC },
    });
    expect(config).to.include({ refunderMnemonic: OTHER_WORDS, contractOwner: USDC.toLowerCase() });
    expect(keys.refunderEvmAddress).to.not.equal(keys.solverEvmAddress);
    const problemsWith = (more: Readonly<Record<string, string>>) => problemsOf({ ...least, ...more });
    const [missing, ...others] = problemsWith({ NETWORK_REFUNDER_SEED_FILE: path.join(folder, "no-such") });
    expect(missing).to.match(
      /^NETWORK_REFUNDER_SEED_FILE .*no-such does not exist\. Correct the path, or make a new seed: crosstill network seed/,
    );
    expect(others).to.deep.equal([]);
    expect(problemsWith({ NETWORK_REFUNDER_SEED_FILE: folder })[0]).to.match(
      /^NETWORK_REFUNDER_SEED_FILE .* cannot be read \(EISDIR\)\. It must be a file/,
    );
    const open = seedFile("refunder-open", OTHER_WORDS, 0o644);
    expect(problemsWith({ NETWORK_REFUNDER_SEED_FILE: open })[0]).to.match(
      /^NETWORK_REFUNDER_SEED_FILE .*chmod 600/,
    );
    const sandbox = seedFile("refunder-sandbox", SANDBOX_MNEMONIC);
    expect(problemsWith({ NETWORK_REFUNDER_SEED_FILE: sandbox })[0]).to.match(/^NETWORK_REFUNDER_SEED_FILE: The sandbox seed is public/); // prettier-ignore
    const same = seedFile("refunder-same", OWN_WORDS);
    expect(problemsWith({ NETWORK_REFUNDER_SEED_FILE: same })[0]).to.match(/^NETWORK_REFUNDER_SEED_FILE holds the words of NETWORK_SEED_FILE/); // prettier-ignore
    for (const wrong of ["treasury", `0x${"0".repeat(40)}`, USDC.replace("fCD", "fcD")])
      expect(problemsWith({ NETWORK_CONTRACT_OWNER: wrong })).to.have.length(1).and.to.match(/^NETWORK_CONTRACT_OWNER must be the treasury's EVM address/); // prettier-ignore
    expect(problemsWith({ NETWORK_CONTRACT_OWNR: USDC })[0]).to.include(
      "Did you mean NETWORK_CONTRACT_OWNER?",
    );
  });

  it("refuse a seed that others may read, that is none, or that everybody knows on a live chain", () => {
    const withSeed = (name: string, words: string, mode?: number) =>
      problemsOf({ ...least, NETWORK_SEED_FILE: seedFile(name, words, mode) });
    expect(withSeed("open", OWN_WORDS, 0o644)[0]).to.include("chmod 600");
    expect(withSeed("bad", `${OWN_WORDS} ${OWN_WORDS}`)[0]).to.include(
      "expected 12 to 24 English BIP39 words with a valid checksum in the file, got 24 words",
    );
    const [live, ...others] = withSeed("sandbox", SANDBOX_MNEMONIC);
    expect(live).to.include("The sandbox seed is public").and.to.include("84532");
    expect(others).to.deep.equal([]);
    const sandbox = seedFile("sandbox2", SANDBOX_MNEMONIC);
    const local = { NETWORK_EXPLORER_URLS: "http://localhost/api", NETWORK_RPC_31337: "http://localhost:1" };
    expect(readNetworkSettings({ ...local, NETWORK_SEED_FILE: sandbox }).config.bitcoinNetwork).to.equal(
      "regtest",
    );
    const mainnet = { ...local, NETWORK_SEED_FILE: sandbox, NETWORK_BITCOIN: "mainnet" };
    expect(problemsOf({ ...mainnet, PRICES: "http" }).join()).to.include("The sandbox seed is public");
  });

  it("stop the program before anything starts, in plain sentences", async () => {
    const running = startProcess(["network"], {
      ...least,
      ...{ NETWORK_SEED_FILE: seedFile("known", SANDBOX_MNEMONIC), NETWORK_PORT: "none" },
      DATA_DIR: path.join(folder, "data"),
    });
    const code = await new Promise((resolve) => running.child.on("exit", resolve));
    expect(code).to.equal(1);
    expect(running.output()).to.include("The sandbox seed is public").and.to.include("NETWORK_PORT must be");
    expect(running.output()).to.not.include("    at ");
    expect(fs.existsSync(path.join(folder, "data"))).to.equal(false);
  }).timeout(20_000);
});
