import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { anvilBinary } from "../../src/sandbox/evm/anvil.ts";
import { livingChildren, startProcess, type Running } from "../support/process.ts";

const NOBODY = 65534; // a user without rights, on every Linux
const root = fileURLToPath(new URL("../../", import.meta.url));

/** What a server gets: `npm run release`, unpacked where nothing else is (docs/how-to/deploy.md). */
describe("the release", function () {
  this.timeout(60_000);

  let folder: string;
  let archive: string;
  let unpacked: string;
  let running: Running | undefined;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-release-test-"));
    unpacked = path.join(folder, "unpacked");
    execFileSync(process.execPath, ["--import=tsx", "src/packaging/release.ts", folder], { cwd: root });
    archive = path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
    fs.mkdirSync(unpacked);
    // Preserved permissions are tar's default for root, who installs a release.
    execFileSync("tar", ["--extract", "--preserve-permissions", "--file", archive, "--directory", unpacked]);
  });
  after(async () => {
    if (running?.child.exitCode === null) await running.end("SIGKILL");
    for (const pid of livingChildren(path.join(folder, "data"))) process.kill(pid, "SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("has its SHA-256 beside it, in the form that sha256sum checks", () => {
    const digest = createHash("sha256").update(fs.readFileSync(archive)).digest("hex");
    expect(fs.readFileSync(`${archive}.sha256`, "utf8")).to.equal(`${digest}  ${path.basename(archive)}\n`);
  });

  it("holds no development package, no source and no script that npm would run", () => {
    const packages = fs.readdirSync(path.join(unpacked, "node_modules"));
    expect(packages).to.have.members([
      "@node-rs",
      "better-sqlite3",
      "bindings",
      "file-uri-to-path",
      "tiny-secp256k1",
    ]);
    const manifest = JSON.parse(fs.readFileSync(path.join(unpacked, "package.json"), "utf8")) as object;
    expect(manifest).to.not.have.any.keys("scripts", "devDependencies", "optionalDependencies");
    expect(filesBelow(unpacked).filter((name) => /\.(ts|map|c|cpp|gyp)$/.test(name))).to.deep.equal([]);
  });

  it("names the licence of every package whose code is in it", () => {
    const text = fs.readFileSync(path.join(unpacked, "build/LICENSES.txt"), "utf8");
    expect(text)
      .to.match(/^viem \S+: MIT$/m)
      .and.to.match(/^express \S+: MIT$/m);
    expect(text).to.not.contain("undefined");
  });

  it("unpacks as folders and files that every user can read", () => {
    const isOpen = (name: string) => {
      const stats = fs.statSync(path.join(unpacked, name));
      const wanted = stats.isDirectory() ? 0o005 : 0o004;
      return (stats.mode & wanted) === wanted;
    };
    expect([".", ...filesBelow(unpacked)].filter((name) => !isOpen(name))).to.deep.equal([]);
  });

  /** The installation of docs/how-to/deploy.md. Without root there is one user only, so it runs as that one. */
  it("serves, as another user, a release that root unpacked, with nothing else installed", async () => {
    const home = path.join(folder, "data");
    const anvil = path.join(folder, "bin");
    fs.mkdirSync(home);
    fs.mkdirSync(anvil);
    fs.copyFileSync(anvilBinary(), path.join(anvil, "anvil")); // another user may have no access to this checkout
    fs.chmodSync(folder, 0o755);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) fs.chownSync(home, NOBODY, NOBODY);
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const settings = { DATA_DIR: home, PORT: "0", PATH: anvil };
    running = startProcess(["serve"], settings, path.join(unpacked, "build/main.js"), {
      ...user,
      cwd: home,
    });
    await running.said("Start over");
    const [, origin = "", token = ""] = /(http:\S+)\/owner\/setup\?token=(\S+)/.exec(running.output()) ?? [];
    const password = "correct horse battery staple";
    const made = await fetch(`${origin}/owner/setup`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ token, name: "Ada", password, again: password }),
      redirect: "manual",
    });
    expect(made.status, "argon2 hashes the password").to.equal(303);
    expect(await running.end("SIGTERM")).to.equal(0);
  });
});

function filesBelow(folder: string): readonly string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
}
