import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { editDistance, meantWord } from "../../../src/cli/editDistance.ts";
import { readNetworkSettings } from "../../../src/cli/network/config.ts";
import { ConfigError } from "../../../src/gateway/compose/config.ts";
import { NETWORK_DEFAULTS } from "../../../src/network/config.ts";

describe("the names of the settings of crosstill network", () => {
  let folder: string;
  let least: Readonly<Record<string, string>>;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-names-"));
    const seed = path.join(folder, "seed");
    fs.writeFileSync(seed, "legal winner thank year wave sausage worth useful legal winner thank yellow", {
      mode: 0o600,
    });
    least = {
      NETWORK_EXPLORER_URLS: "https://one.example.com/api",
      NETWORK_RPC_84530: "https://test.example.com",
      NETWORK_SEED_FILE: seed,
    };
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const refusal = (env: Readonly<Record<string, string>>): ConfigError | undefined => {
    try {
      readNetworkSettings(env);
      return undefined;
    } catch (error) {
      if (error instanceof ConfigError) return error;
      throw error;
    }
  };

  const SLIPS: readonly (readonly [string, string | undefined])[] = [
    ["PRICE", undefined],
    ["PRICES_SOURCE", undefined],
    ["PRICE_COIN", "PRICE_COINS"],
    ["PRICE_MAX_AGE_SECOND", "PRICE_MAX_AGE_SECONDS"],
    ["PRISES", "PRICES"],
    ["STATUS_DETAILS", "STATUS_DETAIL"],
    ["STATUSDETAIL", "STATUS_DETAIL"],
    ["CROSSTILL_NETWORK_PORT", undefined],
    ["LOG_LEVL", "LOG_LEVEL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["DATADIR", "DATA_DIR"],
    ["NETWROK_PORT", "NETWORK_PORT"],
    ["NETWORKS_RPC_1", "NETWORK_RPC_1"],
    ["NETWORK_EXPLORERS_8453", "NETWORK_EXPLORER_8453"],
    ["network_port", "NETWORK_PORT"],
  ];
  for (const [slip, meant] of SLIPS) {
    it(`${slip} is refused${meant === undefined ? "" : `, and ${meant} was meant`}`, () => {
      const problems = refusal({ ...least, [slip]: "1" })?.problems ?? [];
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(new RegExp(`^${slip} is no setting of the intent service\\.`));
      if (meant !== undefined) expect(problems[0]).to.contain(`Did you mean ${meant}?`);
    });
  }

  it("other programs' settings, and the gateway's, are nobody's business", () => {
    const others = ["PATH", "HOME", "LANG", "LOGNAME", "PAGER", "PORT", "HOST", "DATABASE_URL", "RPC_8453"];
    const gateway = ["CROSSTILL_MODE", "INTENTS_URL", "EXPLORER_URLS", "TRUST_PROXY_HOPS", "PUBLIC_URL"];
    const env = Object.fromEntries([...others, ...gateway].map((name) => [name, "x"]));
    expect(refusal({ ...least, ...env })).to.equal(undefined);
  });

  it("say how the service handles its own accounts, in coins, gwei, dollars and minutes", () => {
    const { config } = readNetworkSettings({
      ...least,
      NETWORK_STUCK_SECONDS: "90",
      NETWORK_MAX_GAS_PRICE_GWEI: "0.5",
      NETWORK_FOREIGN_DEPTH: "20",
      NETWORK_DESK_FLOAT: "0",
      NETWORK_LOW_NATIVE: "0.25",
      NETWORK_LOW_TOKEN_USD: "1000",
      NETWORK_WITHDRAW_ABOVE_USD: "50.5",
      NETWORK_BITCOIN_STUCK_MINUTES: "20",
      NETWORK_BITCOIN_MAX_SAT_PER_VB: "80.5",
      NETWORK_BITCOIN_SWEEP_DEPOSITS: "5",
      NETWORK_BITCOIN_SWEEP_AFTER_MINUTES: "0",
    });
    expect(config.solver).to.deep.include({
      ...{ stuckMs: 90_000, maxGasPrice: 500_000_000n, foreignDepth: 20, deskFloat: 0n },
      ...{ lowNative: 25n * 10n ** 16n, lowToken: 1_000n * 10n ** 8n, withdrawAbove: 5_050_000_000n },
    });
    expect(config.bitcoin).to.deep.include({
      ...{ stuckMs: 1_200_000, highestRate: 80_500n, sweepDeposits: 5, sweepAfterMs: 0 },
    });
  });

  it("say where addresses are looked up, and want the secret with the URL", () => {
    const read = (more: Record<string, string>) =>
      readNetworkSettings({ ...least, ...more }).config.screening;
    const url = "https://screening.example/v1?key=1";
    expect(read({})).to.equal(undefined);
    expect(read({ NETWORK_SCREENING_LIST: "/etc/list.txt" })).to.deep.equal({
      ...{ file: "/etc/list.txt", service: undefined },
    });
    const secret = "twenty-characters-or-more";
    expect(read({ NETWORK_SCREENING_URL: url, NETWORK_SCREENING_SECRET: secret })).to.deep.equal({
      ...{ file: undefined, service: { url, secret } },
    });
    const problems = (more: Record<string, string>) => refusal({ ...least, ...more })?.problems.join(" ");
    expect(problems({ NETWORK_SCREENING_URL: url })).to.contain("must be set together");
    expect(problems({ NETWORK_SCREENING_URL: url, NETWORK_SCREENING_SECRET: "short" })).to.match(
      /^NETWORK_SCREENING_SECRET must be at least 20 .* got 5 characters\.$/,
    );
  });

  it("leave the solver as it is where they are not set, and refuse nonsense", () => {
    const { config } = readNetworkSettings(least);
    expect([config.solver, config.bitcoin]).to.deep.equal([
      NETWORK_DEFAULTS.solver,
      NETWORK_DEFAULTS.bitcoin,
    ]);
    const problems = refusal({
      ...least,
      ...{ NETWORK_MAX_GAS_PRICE_GWEI: "0", NETWORK_LOW_NATIVE: "-1", NETWORK_BITCOIN_SWEEP_DEPOSITS: "0" },
    })?.problems;
    expect(problems?.map((problem) => problem.split(/[: ]/)[0]).toSorted()).to.deep.equal([
      ...["NETWORK_BITCOIN_SWEEP_DEPOSITS", "NETWORK_LOW_NATIVE", "NETWORK_MAX_GAS_PRICE_GWEI"],
    ]);
  });

  it("are shown once as an example to whoever has set none", () => {
    expect(refusal({ PATH: "/bin" })?.message).to.match(
      /For a trial with coins that are worth nothing.*\n(.*\n)*.*network accounts\n(.*\n)*.*network deploy\n.*npx crosstill network\n/,
    );
    expect(refusal({ NETWORK_PORT: "3100" })?.message).to.not.contain("For a trial");
  });

  it("are compared letter by letter", () => {
    expect(editDistance("", "abc")).to.equal(3);
    expect(editDistance("kitten", "sitting")).to.equal(3);
    expect(editDistance("NETWROK", "NETWORK")).to.equal(2);
    expect(editDistance("same", "same")).to.equal(0);
    expect(meantWord("adit", ["deploy", "audit", "edit"]), "the nearest, the first of two").to.equal("audit");
    expect(meantWord("refund", ["seed"])).to.equal(undefined);
  });
});
