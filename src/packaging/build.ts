import fs from "node:fs";
import path from "node:path";
import { build, type BuildOptions } from "esbuild";
import { format } from "oxfmt";
import { declarations } from "../sdk/declarations.ts";
import { openApi } from "../gateway/http/reference/document.ts";
import { compileContracts } from "../network/contracts/compile.ts";
import { packageFile } from "../runtime/packageFile.ts";

/**
 * A build step: compiles the contracts, and makes the program in build/ from src and from the packages that it uses, because a
 * start took most of its time to find and read thirteen hundred small files (decision 35). What only some commands need is a
 * file of its own, so that the others do not read it. Types are checked by `npm run check`, not here.
 */

const OUTPUT = packageFile("build");
const NATIVE = ["better-sqlite3", "@node-rs/argon2", "tiny-secp256k1", "@foundry-rs/*", "pg-native"]; // machine code, or not there at all
const REQUIRE =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'; // for CommonJS packages that ask for parts of Node

const always: BuildOptions & { metafile: true } = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  outdir: OUTPUT,
  outbase: packageFile("src"),
  metafile: true,
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
};

process.stdout.write("Building Crosstill. This takes some seconds, and up to two minutes the first time.\n");
const contracts = await compileContracts();
const program = await build({
  ...always,
  entryPoints: ["main.ts", "wallet/index.ts"].map((file) => packageFile(`src/${file}`)),
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  external: NATIVE,
  banner: { js: REQUIRE },
});
const made = Object.keys(program.metafile.outputs);
removeOthers(new Set(made.map((file) => path.resolve(file))));
writeLicenses(Object.keys(program.metafile.inputs), OUTPUT);
await buildClient(packageFile("packages/client"));
fs.chmodSync(path.join(OUTPUT, "main.js"), 0o755);
process.stdout.write(
  `Built ${made.length} files.${contracts.length > 0 ? ` Compiled ${contracts.join(", ")}.` : ""}\n`,
);

/** The client's package: for ES modules and CommonJS, with its types. It runs anywhere, so without Node's `require`. */
async function buildClient(folder: string): Promise<void> {
  const entryPoints = [packageFile("src/sdk/client.ts")];
  const dist = path.join(folder, "dist");
  const { outdir: _outdir, outbase: _outbase, ...common } = always;
  for (const [format, extension] of [
    ["esm", "js"],
    ["cjs", "cjs"],
  ] as const) {
    const outfile = path.join(dist, `index.${extension}`);
    const { metafile } = await build({ ...common, entryPoints, format, outfile, sourcemap: false });
    writeLicenses(Object.keys(metafile.inputs), dist);
  }
  const library = fs.readFileSync(path.join(folder, "library.d.ts"), "utf8");
  const types = await format("index.d.ts", declarations(openApi("https://pay.example"), library), {
    printWidth: 110,
  });
  for (const extension of ["d.ts", "d.cts"])
    fs.writeFileSync(path.join(dist, `index.${extension}`), types.code);
}

/** Code of former builds, which nothing refers to any more. */
function removeOthers(present: ReadonlySet<string>): void {
  for (const name of fs.readdirSync(OUTPUT, { recursive: true, encoding: "utf8" })) {
    const file = path.join(OUTPUT, name);
    if (/\.js(\.map)?$/.test(name) && !present.has(file)) fs.rmSync(file);
  }
}

/**
 * LICENSES.txt: the licence of every package with code in a built folder, as most of them require of a
 * copy.
 */
function writeLicenses(inputs: readonly string[], folder: string): void {
  const packages = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [...new Set(packages)].toSorted().map((from) => {
    const read = (name: string) => fs.readFileSync(packageFile(path.join(from, name)), "utf8");
    const { name, version, license } = JSON.parse(read("package.json")) as Record<string, string>;
    const files = fs.readdirSync(packageFile(from)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    return [`${name} ${version}: ${license}`, ...files.map((file) => read(file).trim())].join("\n\n");
  });
  fs.writeFileSync(path.join(folder, "LICENSES.txt"), texts.join(`\n\n${"-".repeat(80)}\n\n`) + "\n");
}
