/**
 * Who may import whom: the picture in CONTRIBUTING.md as rules. Type-only imports count too, because a layer that knows
 * another's types knows the other. A folder that is not listed here may be imported by nobody and may import nothing.
 */
const VOCABULARY = ["money", "bitcoin", "evm", "protocol"];
const LOOSE_VOCABULARY = [
  "time",
  "steadyClock",
  "zone",
  "month",
  "ids",
  "log",
  "job",
  "stale",
  "input",
  "version",
  "packageFile",
  "settingsReader",
  "eventDays",
  "metricsToken",
]; // src/<name>.ts
const ROOT = ["main", "config", "build", "release"]; // src/<name>.ts, the only ones that know everything

const CORE = ["invoices", "accounting", "payouts", "mail"];
const ALLOWED = {
  money: ["money"],
  bitcoin: VOCABULARY,
  evm: VOCABULARY,
  protocol: VOCABULARY,
  chain: ["chain"],
  invoices: ["invoices"],
  accounting: ["accounting", "invoices", "payouts"], // the audit asks what refunds may hold
  payouts: ["payouts", "invoices"],
  mail: ["mail", "invoices", "languages"],
  languages: ["languages"], // the words that payers read, on pages and in e-mails
  branding: ["branding"],
  gateway: ["gateway", "chain", "languages", "branding", ...CORE],
  http: ["http", "gateway", "languages", "branding", ...CORE],
  jobs: ["jobs", "gateway", ...CORE],
  clients: ["clients", "chain", "gateway", "languages", ...CORE],
  store: ["store", "db", "gateway", "languages", "branding", ...CORE],
  db: ["db"],
  wallet: ["wallet", "chain"],
  client: ["client", "http"], // what ships as crosstill-client: the API's paths, and types
  network: ["network", "chain", "db", "languages"], // its error page is the gateway's
  sandbox: ["sandbox", "network", "chain", "wallet"],
};

/** Folders that put everything together: the composition root and the commands on top of it. */
const EVERYTHING = ["app", "commands"];

/**
 * Single files outside the allowed folders: use cases return their writes as data, db/driver.ts says what a write is, and
 * db/unavailable.ts which errors are answered with 503.
 */
const ALLOWED_FILES = { gateway: ["^src/db/driver\\.ts$"], http: ["^src/db/(driver|unavailable)\\.ts$"] };

const folder = (names) => `^src/(${names.join("|")})/`;
const loose = (names) => `^src/(${names.join("|")})\\.ts$`;

const layers = Object.entries(ALLOWED).map(([name, allowed]) => ({
  name: `layer-${name}`,
  comment: `src/${name} may import ${[...new Set([...allowed, ...VOCABULARY])].join(", ")} and the vocabulary files of src.`,
  severity: "error",
  from: { path: folder([name]) },
  to: {
    path: "^src/",
    pathNot: [folder([...allowed, ...VOCABULARY]), loose(LOOSE_VOCABULARY), ...(ALLOWED_FILES[name] ?? [])],
  },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: "unlisted",
      comment:
        "A new folder of src needs a place in the picture (ALLOWED above), a new file at the top of src likewise.",
      severity: "error",
      from: {},
      to: {
        path: "^src/",
        pathNot: [folder([...Object.keys(ALLOWED), ...EVERYTHING]), loose([...LOOSE_VOCABULARY, ...ROOT])],
      },
    },
    {
      name: "unlisted-importer",
      comment: "A new folder of src needs a place in the picture (ALLOWED above).",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: [folder([...Object.keys(ALLOWED), ...EVERYTHING]), loose([...LOOSE_VOCABULARY, ...ROOT])],
      },
      to: {},
    },
    {
      name: "vocabulary-files",
      comment: "The vocabulary files of src know only each other and the vocabulary folders.",
      severity: "error",
      from: { path: loose(LOOSE_VOCABULARY) },
      to: { path: "^src/", pathNot: [folder(VOCABULARY), loose(LOOSE_VOCABULARY)] },
    },
    {
      name: "pure-core",
      comment:
        "invoices, accounting, payouts and mail do no I/O: they use neither node's modules nor packages.",
      severity: "error",
      from: { path: folder(CORE) },
      to: { dependencyTypesNot: ["local", "type-only"], pathNot: "^src/" },
    },
    {
      name: "commands-on-top",
      comment: "Only main.ts imports commands.",
      severity: "error",
      from: { pathNot: ["^src/main\\.ts$", folder(["commands"])] },
      to: { path: folder(["commands"]) },
    },
    {
      name: "from-main",
      comment: "Nobody imports main.ts.",
      severity: "error",
      from: {},
      to: { path: "^src/main\\.ts$" },
    },
    {
      name: "no-cycles",
      comment: "Two files that import each other are one file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-missing",
      comment: "An import that leads nowhere, or to a package that package.json does not list.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-dev-packages",
      comment: "What ships must not need what is only installed for development.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(build|network/contracts/compile)\\.ts$" }, // run when building
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
