import { spawn } from "node:child_process";
import { hkdfSync } from "node:crypto";
import path from "node:path";
import type { SettingsReader } from "../../../runtime/settings.ts";
import { readKeyFile } from "../keyFile.ts";

/** Where the master key comes from. It is read when it is needed, and is in no setting, so that printing the settings does not show it. */
export type MasterKeySource = Readonly<{ name: string; read(): Promise<Buffer> }>;

const COMMAND_MS = 10_000;
const MOST_OUTPUT = 4 * 1024; // bytes; a key is 65
const HEX = /^[0-9a-f]{64}$/i;
const MAKE_ONE = '("openssl rand -hex 32" makes one)';

/** The master key's source by the settings: a file, the environment or a command. Undefined without any of them. */
export function masterKeySource(read: SettingsReader, problems: string[]): MasterKeySource | undefined {
  const file = read.text("MASTER_KEY_FILE");
  const text = read.text("MASTER_KEY");
  const command = read.text("MASTER_KEY_COMMAND");
  if ([file, text, command].filter((one) => one !== undefined).length > 1)
    problems.push(
      "MASTER_KEY_FILE, MASTER_KEY and MASTER_KEY_COMMAND are three ways to give one key: set one of them.",
    );
  if (file !== undefined) return keyInFile("MASTER_KEY_FILE", file);
  if (command !== undefined) return keyByCommand("MASTER_KEY_COMMAND", command);
  if (text === undefined) return undefined;
  if (!HEX.test(text.trim()))
    problems.push(`MASTER_KEY must be 64 hex digits ${MAKE_ONE}; it is something else.`);
  return { name: "MASTER_KEY", read: async () => Buffer.from(text.trim(), "hex") };
}

/** A key of 64 hex digits in a file; `name` is the setting or option that names it. */
export function keyInFile(name: string, file: string): MasterKeySource {
  const place = path.resolve(file);
  return {
    name,
    read: async () => readKeyFile(place, `There is no ${place}, which ${name} names as the master key.`),
  };
}

/**
 * A key that a command prints, such as one that asks a key management service. It is run by the shell, for at most ten seconds.
 * What it prints, on either stream, never gets into an error: it may be the key.
 */
export function keyByCommand(name: string, command: string, timeoutMs = COMMAND_MS): MasterKeySource {
  return { name, read: () => printedKey(name, command, timeoutMs) };
}

async function printedKey(name: string, command: string, timeoutMs: number): Promise<Buffer> {
  const { text, failure } = await run(command, timeoutMs);
  if (failure !== undefined)
    throw new Error(
      `The command of ${name} ${failure}. Run it by hand as the same user; it must print 64 hex digits and nothing else.`,
    );
  if (HEX.test(text.trim())) return Buffer.from(text.trim(), "hex");
  throw new Error(
    `The command of ${name} must print 64 hex digits and nothing else; it printed ${text.length} other characters, which are not shown here.`,
  );
}

type Ran = Readonly<{ text: string; failure?: string }>;

function run(command: string, timeoutMs: number): Promise<Ran> {
  return new Promise((resolve) => {
    // A group of its own, so that what the shell has started ends with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    const end = (ran: Ran) => {
      clearTimeout(timer);
      if (ran.failure !== undefined) killGroup(child.pid);
      child.stdout.destroy();
      resolve(ran);
    };
    const timer = setTimeout(
      () => end({ text: "", failure: `gave no answer within ${timeoutMs / 1000} seconds` }),
      timeoutMs,
    );
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.length > MOST_OUTPUT)
        end({ text: "", failure: `printed more than ${MOST_OUTPUT} characters` });
    });
    child.on("error", () => end({ text: "", failure: "could not be started" }));
    child.on("close", (code, signal) => {
      const failure = code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`;
      end(failure === undefined ? { text } : { text: "", failure });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}

/** A fingerprint of a master key, which tells one from another and nothing about it. */
export function masterIdOf(master: Uint8Array): string {
  return Buffer.from(hkdfSync("sha256", master, "", "crosstill master key id", 8)).toString("hex");
}
