import path from "node:path";
import { expect } from "chai";
import { ConfigError, loadConfig } from "../../../src/gateway/compose/config.ts";

const RICH = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"; // a mainnet address (BIP173's example)

const LIVE = {
  CROSSTILL_MODE: "live",
  INTENTS_URL: "https://intents.example.com/some/base",
  EXPLORER_URLS: "https://one.example.com/api, https://two.example.com/api",
  PUBLIC_URL: "https://pay.example.com/",
  QUOTE_USER_BITCOIN: RICH,
};

describe("the settings", () => {
  it("start a sandbox when nothing is set", () => {
    const config = loadConfig({});
    expect(config).to.include({
      mode: "sandbox",
      port: 3000,
      host: "127.0.0.1", // the sandbox hands out its key, so it listens to this machine only
      dataDir: path.resolve("data"),
      databaseUrl: path.resolve("data/crosstill.db"),
      journalFile: path.resolve("data/journal.jsonl"),
      publicUrl: "http://localhost:3000",
      bitcoinNetwork: "regtest",
      intentsUrl: undefined,
    });
    expect(config.trustedProxies).to.deep.equal([]);
    expect(Object.isFrozen(config)).to.equal(true);
  });

  it("let a process be a worker or serve pages alone on PostgreSQL in live mode, and nowhere else", () => {
    const database = { DATABASE_URL: "postgres://db.example.com/crosstill" };
    expect(loadConfig({ ...LIVE, ...database, CROSSTILL_ROLE: "worker" }).role).to.equal("worker");
    expect(loadConfig({}).role).to.equal("all");
    for (const [env, reason] of [
      [{ ...LIVE, CROSSTILL_ROLE: "web" }, "an SQLite database belongs to one process"],
      [{ ...database, CROSSTILL_ROLE: "web" }, "the sandbox is one process"],
    ] as const)
      expect(() => loadConfig(env)).to.throw(
        ConfigError,
        new RegExp(`CROSSTILL_ROLE must be all .*${reason}`),
      );
    expect(() => loadConfig({ ...LIVE, ...database, CROSSTILL_ROLE: "job" })).to.throw(
      'CROSSTILL_ROLE must be one of all, web, worker; got "job".',
    );
  });

  it("count an empty text as not set, because that is what env files leave behind", () => {
    const names = [
      "PORT",
      "DATA_DIR",
      "DATABASE_URL",
      "INTENTS_URL",
      "BITCOIN_NETWORK",
      "RPC_8453",
      "LOG_LEVEL",
    ];
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, ""])))).to.deep.equal(loadConfig({}));
  });

  it("take a push channel of the service, and a sandbox service that shows only what the contract shows", () => {
    const sandbox = loadConfig({ NETWORK_BARE: "1" });
    expect(sandbox.intentsStreamUrl).to.equal(undefined);
    expect(sandbox.sandboxService).to.include({ bare: true, requireKeys: false });
    const live = loadConfig({ ...LIVE, INTENTS_STREAM_URL: "wss://intents.example.com/stream" });
    expect(live).to.include({
      sandboxService: undefined,
      intentsStreamUrl: "wss://intents.example.com/stream",
    });
    const wrong = { ...LIVE, INTENTS_STREAM_URL: "https://intents.example.com/stream?key=secret" };
    expect(() => loadConfig(wrong)).to.throw(
      ConfigError,
      /INTENTS_STREAM_URL must be a ws\(s\) URL; got one that starts with https:\/\/\.$/,
    );
  });

  it("reads the end of v2 for the sandbox's intent service, and ignores these settings in live mode", () => {
    const ends = { NETWORK_V2_DEPRECATED_AT: "2026-11-25", NETWORK_V2_RETIRED_AT: "2027-02-23T12:00Z" };
    const { sandboxService, intentsQuoteVersion } = loadConfig({ ...ends, INTENTS_QUOTE_VERSION: "v3" });
    expect(intentsQuoteVersion).to.equal("v3");
    expect(sandboxService?.versions).to.deep.equal({
      offersV3: true,
      deprecatedAt: Date.UTC(2026, 10, 25),
      retiredAt: Date.UTC(2027, 1, 23, 12),
    });
    const noDay = { ...ends, NETWORK_V2_DEPRECATED_AT: "2026-02-30" };
    expect(() => loadConfig(noDay)).to.throw(
      ConfigError,
      /NETWORK_V2_DEPRECATED_AT.*expected a day or a time.*2026-02-30/,
    );
    expect(loadConfig({ ...LIVE, ...noDay }).sandboxService).to.equal(undefined);
  });

  it("take the push channel of an explorer", () => {
    const live = loadConfig({ ...LIVE, EXPLORER_STREAM_URL: "wss://mempool.example/api/v1/ws" });
    expect(live).to.include({ explorerStreamUrl: "wss://mempool.example/api/v1/ws" });
    expect(() => loadConfig({ EXPLORER_STREAM_URL: "wss://mempool.example/api/v1/ws" })).to.throw(
      ConfigError,
      /EXPLORER_STREAM_URL/,
    );
  });

  it("keep data, database and journal together unless told otherwise", () => {
    const config = loadConfig({ DATA_DIR: "/srv/shop", PORT: "8080" });
    expect(config.databaseUrl).to.equal("/srv/shop/crosstill.db");
    expect(config.journalFile).to.equal("/srv/shop/journal.jsonl");
    expect(config.publicUrl).to.equal("http://localhost:8080");
    const apart = { DATA_DIR: "/srv/shop", JOURNAL_FILE: "/mnt/journal", DATABASE_URL: "postgres://db/shop" };
    expect(loadConfig(apart)).to.include({ journalFile: "/mnt/journal", databaseUrl: "postgres://db/shop" });
  });

  it("read everything that live mode needs, base paths and lists included", () => {
    const config = loadConfig({
      ...LIVE,
      RPC_8453: "https://base.example.com/v1",
      RPC_42161: "http://localhost:8545",
      TRUSTED_PROXIES: "127.0.0.1, 10.2.0.0/16,::1",
      WEBHOOK_ALLOWED_CIDRS: "10.1.0.0/16, fd00::/8",
      RATES_URLS: "static:EUR_USD=1.08",
    });
    expect(config.intentsUrl).to.equal("https://intents.example.com/some/base");
    expect(config.publicUrl, "without the slash at its end").to.equal("https://pay.example.com");
    expect(config.explorerUrls).to.deep.equal(["https://one.example.com/api", "https://two.example.com/api"]);
    expect([...config.rpcUrls]).to.deep.equal([
      [8453, "https://base.example.com/v1"],
      [42161, "http://localhost:8545"],
    ]);
    expect(config.webhookAllowedCidrs).to.deep.equal(["10.1.0.0/16", "fd00::/8"]);
    expect(config.trustedProxies).to.deep.equal(["127.0.0.1", "10.2.0.0/16", "::1"]);
    expect(loadConfig({ ...LIVE, HOST: "0.0.0.0" }).host).to.equal("0.0.0.0");
    expect(config.ratesUrls).to.deep.equal(["static:EUR_USD=1.08"]);
    expect(config).to.include({
      mode: "live",
      host: "127.0.0.1", // a proxy stands in front: whoever got past it would escape its rules
      bitcoinNetwork: "mainnet",
      logLevel: "info",
    });
  });
});

describe("how many explorers must agree", () => {
  it("is more than half of them unless told otherwise, and from one to all", () => {
    expect(loadConfig(LIVE).explorerQuorum).to.equal(undefined);
    for (const quorum of [1, 2])
      expect(loadConfig({ ...LIVE, EXPLORER_QUORUM: String(quorum) }).explorerQuorum).to.equal(quorum);
    for (const wrong of ["0", "3", "most"]) {
      expect(problemsOf({ ...LIVE, EXPLORER_QUORUM: wrong })).to.deep.equal([
        `EXPLORER_QUORUM must be a whole number from 1 to 2; got "${wrong}".`,
      ]);
    }
  });

  it("is not said by naming one of them twice", () => {
    const EXPLORER_URLS = "https://one.example.com/api,https://one.example.com/api/";
    expect(problemsOf({ ...LIVE, EXPLORER_URLS })).to.deep.equal([
      "EXPLORER_URLS must name each explorer once: one that is there twice always agrees with itself.",
    ]);
  });

  it("means nothing in the sandbox", () => {
    const [problem] = problemsOf({ EXPLORER_QUORUM: "1" });
    expect(problem).to.include("EXPLORER_QUORUM is set").and.to.include("CROSSTILL_MODE=live");
  });
});

describe("when settlements are final", () => {
  it("is set by chain, for usual and for large amounts", () => {
    const { finality, finalityLargeUsd } = loadConfig({
      ...LIVE,
      FINALITY_8453: "20,finalized",
      FINALITY_LARGE_USD: "500",
    });
    expect([finality.get(8453)?.usual, finality.get(8453)?.large, finalityLargeUsd]).to.deep.equal([
      ...[{ blocks: 20 }, { blocks: 300, tag: "finalized" }, 500],
    ]);
    expect(loadConfig(LIVE).finality.size).to.equal(0);
  });

  it("is refused where it cannot be read", () => {
    expect(problemsOf({ ...LIVE, FINALITY_8453: "soon" })[0]).to.match(
      /^FINALITY_8453: Expected blocks .* got "soon"/,
    );
  });
});

describe("how long events are kept", () => {
  it("is 90 days, at least 30, or for ever", () => {
    const daysOf = (text?: string) => loadConfig(text === undefined ? {} : { EVENT_DAYS: text }).eventDays;
    expect([daysOf(), daysOf("30"), daysOf("0")]).to.deep.equal([90, 30, 0]);
    expect(problemsOf({ EVENT_DAYS: "29" })[0]).to.match(/^EVENT_DAYS is 29; expected 0 .* or at least 30/);
  });
});

describe("wrong settings", () => {
  it("are all listed at once, each with its name", () => {
    const wrong = {
      ...LIVE,
      PORT: "http",
      INTENTS_URL: "intents.example.com",
      EXPLORER_URLS: "https://one.example.com/api,ftp://two.example.com",
      BITCOIN_NETWORK: "simnet",
      RPC_1: "node",
      TRUSTED_PROXIES: "the-proxy",
      WEBHOOK_ALLOWED_CIDRS: "10.0.0.1",
      RATES_URLS: "https://user:word@rates.example.com/{base}#price",
      LOG_LEVEL: "loud",
      DATABASE_URL: "mysql://db/shop",
      INTENTS_CALLS_PER_MINUTE: "0",
    };
    const problems = problemsOf(wrong);
    const names = Object.keys(wrong).filter(
      (name) => !["CROSSTILL_MODE", "PUBLIC_URL", "QUOTE_USER_BITCOIN"].includes(name),
    );
    for (const name of names)
      expect(
        problems.filter((problem) => problem.startsWith(name)),
        name,
      ).to.have.length(1);
    expect(problems).to.have.length(names.length);
    for (const problem of problems)
      expect(problem)
        .to.match(/[Ee]xpected|must be/)
        .and.to.match(/got /);
  });

  it("trust no number of proxies and not everybody: whoever reached the port could say where they come from", () => {
    expect(problemsOf({ ...LIVE, TRUST_PROXY_HOPS: "1" })[0]).to.match(
      /^TRUST_PROXY_HOPS .* TRUSTED_PROXIES=127\.0\.0\.1/,
    );
    for (const everybody of ["0.0.0.0/0", "10.0.0.0/8,::/0"])
      expect(problemsOf({ ...LIVE, TRUSTED_PROXIES: everybody })[0]).to.match(
        /^TRUSTED_PROXIES must .* not every address/,
      );
  });

  it("name the number that was expected", () => {
    for (const PORT of ["0x50", "80.5", "1e3", " ", "-1", "65536", "99999999999"]) {
      expect(problemsOf({ PORT }), PORT).to.deep.equal([
        `PORT must be a whole number from 0 to 65535; got "${PORT}".`,
      ]);
    }
  });

  it("of a token that is short or cannot be sent are told without showing it", () => {
    for (const METRICS_TOKEN of ["s3cret", "s3cret s3cret s3cret s3cret", "s3crét-s3crét-s3crét-s3crét"])
      expect(problemsOf({ METRICS_TOKEN })).to.deep.equal([
        `METRICS_TOKEN must be at least 20 ASCII characters without blanks; got ${METRICS_TOKEN.length} characters.`,
      ]);
    const METRICS_TOKEN = "twenty-characters-ok";
    expect(loadConfig({ METRICS_TOKEN }).metricsToken).to.equal(METRICS_TOKEN);
  });

  it("are listed below those that somebody else has found", () => {
    expect(() => loadConfig({ PORT: "x" }, ["PRT is no setting."])).to.throw(
      ConfigError,
      /- PRT is .*\n {2}- PORT must/,
    );
    expect(() => loadConfig({}, ["PRT is no setting."])).to.throw(ConfigError, /- PRT is no setting\.$/);
  });

  it("of live mode are refused in the sandbox, whichever it is", () => {
    const {
      PUBLIC_URL: _,
      CROSSTILL_MODE: __,
      ...liveOnly
    } = { ...LIVE, INTENTS_API_KEY: "k", RPC_8453: "https://a.b" };
    for (const [name, value] of Object.entries({ ...liveOnly, BITCOIN_NETWORK: "mainnet" })) {
      const problems = problemsOf({ [name]: value });
      expect(problems, name).to.have.length(1);
      expect(problems[0]).to.include(`${name} is set`).and.to.include("CROSSTILL_MODE=live");
    }
    expect(problemsOf({ ...liveOnly })).to.have.length(5);
  });

  it("of a live mode that lacks something name each that is missing", () => {
    const problems = problemsOf({ CROSSTILL_MODE: "live" });
    for (const name of ["INTENTS_URL", "EXPLORER_URLS", "PUBLIC_URL", "QUOTE_USER_BITCOIN"]) {
      expect(
        problems.some((problem) => problem.startsWith(name)),
        name,
      ).to.equal(true);
      expect(problemsOf({ ...LIVE, [name]: undefined }), name).to.have.length(1);
    }
    expect(problems).to.have.length(4);
  });

  it("refuses plain http to other machines in live mode, unless the operator lists the host", () => {
    const plain = {
      INTENTS_URL: "http://intents.example.com/base?key=S3CRET",
      INTENTS_STREAM_URL: "ws://intents.example.com/stream",
      EXPLORER_URLS: "https://one.example.com/api,http://node.lan:3002",
      RPC_8453: "http://node.lan:8545/S3CRET",
      RATES_URLS: "http://rates.example.com/{base}-{quote}#price",
    };
    const problems = problemsOf({ ...LIVE, ...plain });
    expect(problems.map((problem) => problem.split(" without TLS")[0])).to.deep.equal([
      "INTENTS_URL leads to intents.example.com",
      "INTENTS_STREAM_URL leads to intents.example.com",
      "EXPLORER_URLS leads to node.lan",
      "RPC_8453 leads to node.lan",
      "RATES_URLS leads to rates.example.com",
    ]);
    expect(problems[3]).to.include("INSECURE_HTTP_HOSTS=node.lan").and.not.include("S3CRET");
    const accepted = { INSECURE_HTTP_HOSTS: "node.lan, Intents.example.com,rates.example.com" };
    expect(loadConfig({ ...LIVE, ...plain, ...accepted }).rpcUrls.get(8453)).to.equal(plain.RPC_8453);
    for (const host of ["localhost", "127.0.0.2", "[::1]"])
      expect(loadConfig({ ...LIVE, INTENTS_URL: `http://${host}:3100` }).mode).to.equal("live");
  });

  it("refuses a PUBLIC_URL with a path, at which every page would be broken", () => {
    for (const url of ["https://example.com/pay", "https://example.com/?shop=1", "https://example.com/#a"])
      expect(problemsOf({ ...LIVE, PUBLIC_URL: url })).to.deep.equal([
        "PUBLIC_URL must be a scheme and a host without a path, such as https://example.com: give the gateway a host name of its own.",
      ]);
  });

  it("refuses an @ in a database password that is not percent-encoded", () => {
    for (const [name, more] of [
      ["DATABASE_URL", {}],
      ["DATABASE_LISTEN_URL", {}],
      ["JOURNAL_COPY_URL", {}],
    ] as const) {
      const [problem] = problemsOf({ ...LIVE, ...more, [name]: "postgres://shop:p@ss@db.example.com/shop" });
      expect(problem).to.include(`${name} cannot be read`).and.include("@ as %40").and.not.include("p@ss");
      const encoded = { ...LIVE, [name]: "postgres://shop:p%40ss@db.example.com/shop" };
      expect(loadConfig(encoded).mode).to.equal("live");
    }
  });

  it("of an address on another network are refused", () => {
    const [problem] = problemsOf({ ...LIVE, BITCOIN_NETWORK: "testnet" });
    expect(problem).to.include("QUOTE_USER_BITCOIN must be a testnet address").and.to.include(RICH);
    expect(
      problemsOf({ ...LIVE, QUOTE_USER_BITCOIN: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8" }),
    ).to.have.length(1);
  });

  it("of an unknown mode say only that: nobody knows which settings belong to it", () => {
    expect(problemsOf({ ...LIVE, CROSSTILL_MODE: "Live" })).to.deep.equal([
      'CROSSTILL_MODE must be one of sandbox, live; got "Live".',
    ]);
  });

  it("never show a key or a password, wherever it is hidden", () => {
    const secret = "S3CRET";
    const problems = problemsOf({
      CROSSTILL_MODE: "live",
      PORT: "none",
      INTENTS_API_KEY: secret,
      INTENTS_URL: `wss://host/${secret}`,
      EXPLORER_URLS: `ftp://user:${secret}@host`,
      PUBLIC_URL: `//user:${secret}@host`,
      RPC_1: `wss://node.example.com/v3/${secret}`,
      DATABASE_URL: `mysql://user:${secret}@host/shop`,
      RATES_URLS: `https://rates.example.com/{base}?key=${secret}`,
    });
    expect(problems.join("\n")).not.to.include(secret);
    expect(problems).to.have.length.above(6);
  });
});

function problemsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) expect(error.message).to.include(problem);
    return error.problems;
  }
  throw new Error("Expected the settings to be refused.");
}
