import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { packageFile } from "../runtime/packageFile.ts";

/**
 * `npm run release [folder]`: packs the built program and the packages that hold machine code into one .tgz, with a .sha256
 * beside it, so that a server needs Node and nothing else: no npm, no compiler, no development package (docs/how-to/deploy.md). Run it
 * on the same kind of machine, with the same major version of Node: machine code runs on no other.
 */

const SHIPPED = [
  "build",
  "views",
  "migrations",
  "docs/reference/proof-format.md",
  "docs/reference/verify_proof.py",
  "README.md",
  "LICENSE",
];
const LEFT_OUT = /\.(map|d\.ts)$|\.tsbuildinfo/; // what only developers read
/** The packages that are not in build/, with the parts of each that a start reads. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "better-sqlite3": ["package.json", "LICENSE", "lib", "build/Release/better_sqlite3.node"],
  bindings: ["."],
  "file-uri-to-path": ["."],
  "tiny-secp256k1": ["."], // with the package that it needs
  ...Object.fromEntries(argon2Packages().map((name) => [name, ["."]])),
};

const own = z
  .object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.string(),
  })
  .parse(readJson(packageFile("package.json")));
const nodeMajor = process.versions.node.split(".")[0] ?? "";

const output = path.resolve(process.argv[2] ?? packageFile("release"));
const staging = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-release-"));
try {
  for (const name of SHIPPED) copy(packageFile(name), path.join(staging, name));
  for (const [name, parts] of Object.entries(PACKAGES)) {
    const folder = path.join("node_modules", name);
    for (const part of parts) copy(packageFile(path.join(folder, part)), path.join(staging, folder, part));
  }
  fs.writeFileSync(
    path.join(staging, "package.json"),
    JSON.stringify(shippedManifest(), undefined, 2) + "\n",
  );
  makeReadable(staging);
  const file = pack();
  const digest = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
  fs.writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
  process.stdout.write(`${file}\nsha256 ${digest}\n`);
} finally {
  fs.rmSync(staging, { recursive: true });
}

/** Without scripts, so that nothing runs when it is unpacked, and with all that it depends on. */
function shippedManifest() {
  const engines = { node: `${nodeMajor}.x` };
  const dependencies = Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, versionOf(name)]));
  return { ...own, bin: { [own.name]: "build/main.js" }, type: "module", engines, dependencies };
}

/** The password hash: its package, and the one with the machine code for this kind of machine. */
function argon2Packages(): readonly string[] {
  const names = fs.readdirSync(packageFile("node_modules/@node-rs"));
  return names.filter((name) => name.startsWith("argon2")).map((name) => `@node-rs/${name}`);
}

function copy(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
}

/**
 * Lets every user read a folder and all that is below it. tar stores these modes, and as root restores them: a folder of mode
 * 0700, as mkdtemp makes it, would shut out the user that runs the program.
 */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(file);
    else fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** The archive, named after the machines that it runs on. */
function pack(): string {
  const name = `${own.name}-${own.version}-${process.platform}-${process.arch}-node${nodeMajor}.tgz`;
  const file = path.join(output, name);
  fs.mkdirSync(output, { recursive: true });
  const tar = spawnSync("tar", ["--create", "--gzip", "--file", file, "--directory", staging, "."], {
    encoding: "utf8",
  });
  if (tar.status !== 0) throw new Error(`tar could not make ${file}: ${tar.stderr}`);
  return file;
}

function versionOf(name: string): string {
  return z.object({ version: z.string() }).parse(readJson(packageFile(`node_modules/${name}/package.json`)))
    .version;
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
