/**
 * Which folder may import which: the picture in CONTRIBUTING.md as rules. Type-only imports count too, because a layer that
 * knows another's types knows the other. A folder that is not listed here may be imported by none and may import nothing.
 */
const VOCABULARY = ["values", "runtime", "bitcoin/codec", "evm/codec", "intents"];
const READERS = ["http-client", "bitcoin/reader", "evm/reader"];
const DOMAIN = ["gateway/domain"];
const USECASES = [...DOMAIN, "gateway/ports", "gateway/usecases"];

/** What each layer may import beside itself and the vocabulary. */
const ALLOWED = {
  values: [],
  runtime: ["values"],
  "bitcoin/codec": VOCABULARY,
  "evm/codec": VOCABULARY,
  intents: [...VOCABULARY, "http-client"],
  languages: VOCABULARY,
  database: VOCABULARY,
  "http-client": VOCABULARY,
  "bitcoin/reader": [...VOCABULARY, "http-client"],
  "evm/reader": [...VOCABULARY, "http-client"],
  "gateway/domain": [...VOCABULARY, "languages"], // the words of e-mails
  "gateway/ports": [...VOCABULARY, ...DOMAIN, ...READERS, "languages"],
  "gateway/usecases": [...VOCABULARY, ...USECASES, ...READERS, "languages"],
  "gateway/persistence": [...VOCABULARY, ...USECASES, "database", "languages"],
  "gateway/adapters": [...VOCABULARY, ...USECASES, ...READERS, "languages"],
  "gateway/http": [...VOCABULARY, ...USECASES, "languages"],
  wallet: [...VOCABULARY, ...READERS],
  sdk: [...VOCABULARY, "gateway/http"], // the API's paths, and types
  conformance: [...VOCABULARY, ...READERS, "wallet"], // it judges services from outside
  network: [...VOCABULARY, ...READERS, "database", "languages"], // its error page is the gateway's
  sandbox: [...VOCABULARY, ...READERS, "network", "wallet"],
};
/** Folders that put everything together: the composition root, the commands on top of it, and what makes packages. */
const EVERYTHING = ["gateway/compose", "sandbox/demo", "cli", "packaging"];

/**
 * Single files outside the allowed folders: use cases return their writes as data, database/driver.ts says what a write is, and
 * database/unavailable.ts which errors are answered with 503.
 */
const ALLOWED_FILES = {
  "gateway/ports": [
    "database/driver",
    // types of what use cases keep in memory, until each use case has a port of its own
    ...["pricing/quotedRate", "pricing/refusals", "stores/merchantStore", "tracking/requestPolls"].map(
      (name) => `gateway/usecases/${name}`,
    ),
  ],
  "gateway/usecases": ["database/driver", "database/unavailable"],
  "gateway/http": ["database/driver", "database/unavailable"],
};
const ROOT = ["main", "gateway/errors"];

const folder = (names) => `^src/(${names.join("|")})/`;
const file = (names) => `^src/(${names.join("|")})\\.ts$`;
const places = [...Object.keys(ALLOWED), ...EVERYTHING];

const layers = Object.entries(ALLOWED).map(([name, allowed]) => ({
  name: `layer-${name.replace("/", "-")}`,
  comment: `src/${name} may import ${allowed.join(", ") || "nothing else"}.`,
  severity: "error",
  from: { path: folder([name]), pathNot: folder(EVERYTHING) },
  to: {
    path: "^src/",
    pathNot: [
      folder([name, ...allowed]),
      ...(name.startsWith("gateway/") ? [file(["gateway/errors"])] : []),
      ...(ALLOWED_FILES[name] ? [file(ALLOWED_FILES[name])] : []),
    ],
  },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: "unlisted",
      comment: "A new folder of src needs a place in the picture (ALLOWED above).",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: [folder(places), file(ROOT)] },
    },
    {
      name: "unlisted-importer",
      comment: "A new folder of src needs a place in the picture (ALLOWED above).",
      severity: "error",
      from: { path: "^src/", pathNot: [folder(places), file(ROOT)] },
      to: {},
    },
    {
      name: "pure-domain",
      comment: "The domain does no I/O: it uses neither node's modules nor packages.",
      severity: "error",
      from: { path: folder(DOMAIN), pathNot: ["^src/gateway/domain/branding/", "auditChain"] }, // they hash
      to: { dependencyTypesNot: ["local", "type-only"], pathNot: "^src/" },
    },
    {
      name: "commands-on-top",
      comment: "Only main.ts imports commands.",
      severity: "error",
      from: { pathNot: ["^src/main\\.ts$", folder(["cli"])] },
      to: { path: folder(["cli"]) },
    },
    {
      name: "sandbox-apart",
      comment: "The network and the gateway's layers never import the sandbox.",
      severity: "error",
      from: { pathNot: ["^src/main\\.ts$", folder(["sandbox", ...EVERYTHING])] },
      to: { path: folder(["sandbox"]) },
    },
    {
      name: "one-curve",
      comment:
        "Only curve.ts imports tiny-secp256k1, which breaks for good when it is given keys that are no points.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/bitcoin/codec/curve\\.ts$" },
      to: { path: "node_modules/tiny-secp256k1" },
    },
    {
      name: "from-main",
      comment: "Nothing imports main.ts.",
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
      from: { path: "^src/", pathNot: "^src/(packaging/build|network/contracts/compile)\\.ts$" }, // run when building
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
