import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../../../src/gateway/compose/config.ts";
import { keyByCommand } from "../../../../src/gateway/compose/keys/masterKey.ts";

const KEY = "ab".repeat(32);
const said = (promise: Promise<unknown>) => promise.then(() => "", (error: Error) => `${error.message} ${String(error.cause)}`); // prettier-ignore

describe("the master key", () => {
  let folder = "";
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-master-"))));
  after(() => fs.rmSync(folder, { recursive: true }));

  it("comes from a file, from the environment or from a command", async () => {
    const file = path.join(folder, "master.key");
    fs.writeFileSync(file, `${KEY}\n`, { mode: 0o600 });
    for (const env of [
      { MASTER_KEY_FILE: file },
      { MASTER_KEY: KEY },
      { MASTER_KEY_COMMAND: `cat ${file}` },
    ]) {
      const { masterKey } = loadConfig(env);
      expect((await masterKey?.read())?.toString("hex"), JSON.stringify(env)).to.equal(KEY);
      expect(masterKey?.name).to.equal(Object.keys(env)[0]);
    }
    expect(loadConfig({}).masterKey).to.equal(undefined);
  });

  it("is refused in a file that others can read, with the command that mends it", async () => {
    const file = path.join(folder, "open.key");
    fs.writeFileSync(file, `${KEY}\n`);
    for (const mode of [0o644, 0o640, 0o602]) {
      fs.chmodSync(file, mode);
      const refused = await said(loadConfig({ MASTER_KEY_FILE: file }).masterKey!.read());
      expect(refused).to.include(`The key file ${file} can be read by others. Run: chmod 600 ${file}`);
    }
    fs.chmodSync(file, 0o600);
    expect((await loadConfig({ MASTER_KEY_FILE: file }).masterKey?.read())?.toString("hex")).to.equal(KEY);
  });

  it("is not in the settings when they are printed", () => {
    expect(JSON.stringify(loadConfig({ MASTER_KEY: KEY }))).not.to.include(KEY);
  });

  it("is given one way", () => {
    expect(() => loadConfig({ MASTER_KEY: KEY, MASTER_KEY_FILE: "key" })).to.throw(/three ways to give one key/);
  }); // prettier-ignore

  it("is refused in a sentence without it", async () => {
    const bad = `${KEY}f`;
    const refused = await said((async () => loadConfig({ MASTER_KEY: bad }))());
    expect(refused).to.match(/MASTER_KEY must be 64 hex digits/).and.not.include(bad);
    const file = path.join(folder, "bad.key");
    fs.writeFileSync(file, bad, { mode: 0o600 });
    const shown = await said(loadConfig({ MASTER_KEY_FILE: file }).masterKey!.read());
    expect(shown).to.match(/must hold a key of 64 hex digits/).and.not.include(bad);
    expect(await said(loadConfig({ MASTER_KEY_FILE: `${file}.none` }).masterKey!.read())).to.match(/MASTER_KEY_FILE names/);
  }); // prettier-ignore

  const command = (text: string, timeoutMs = 10_000) =>
    said(keyByCommand("MASTER_KEY_COMMAND", text, timeoutMs).read());

  it("by a command that hangs is given up, and what the command has started ends", async () => {
    const pid = path.join(folder, "pid");
    const shown = await command(`sleep 300 & echo $! > ${pid}; wait`, 500);
    expect(shown).to.match(/MASTER_KEY_COMMAND gave no answer within 0.5 seconds/);
    const child = Number(fs.readFileSync(pid, "utf8"));
    await gone(child);
  });

  it("by a command that prints something else is refused, and what it printed is not shown", async () => {
    expect(await command(`echo ${KEY}00`))
      .to.match(/it printed 67 other characters/)
      .and.not.include(KEY);
    expect(await command(`echo ${KEY}; echo more`)).not.to.include(KEY);
    expect(await command("true")).to.match(/it printed 0 other characters/);
    expect(await command(`echo ${KEY} >&2; exit 3`))
      .to.match(/ended with exit code 3/)
      .and.not.include(KEY);
    expect(await command("crosstill-no-such-command")).to.match(/ended with exit code 127/);
  });

  it("by a command that prints a megabyte, or without an end, is refused at once", async () => {
    expect(await command("head -c 1000000 /dev/zero | tr '\\0' a")).to.match(/printed more than 4096 characters/);
    expect(await command("yes")).to.match(/printed more than 4096 characters/);
  }); // prettier-ignore

  /** Resolves when a process has ended: the kill is delivered soon, not at once. */
  async function gone(process_: number): Promise<void> {
    for (let tried = 0; tried < 1_000; tried++) {
      const state = fs.existsSync(`/proc/${process_}/stat`)
        ? fs.readFileSync(`/proc/${process_}/stat`, "utf8").split(") ")[1]?.[0]
        : undefined;
      if (state === undefined || state === "Z") return;
      await new Promise(setImmediate);
    }
    expect.fail(`process ${process_} still runs`);
  }
});
