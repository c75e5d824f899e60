import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { refuseReadableByOthers } from "../../runtime/privateFile.ts";

const KEY_BYTES = 32;

/** Writes a new random key of 32 bytes into a file that only its owner may read. Throws when the file is there already. */
export function makeKeyFile(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    fs.writeSync(descriptor, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    fs.fsyncSync(descriptor); // before anything is sealed or signed with it
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Reads the key in a file of 64 hex digits. Throws the sentence `missing` where there is no file, and others for one that is readable by others or holds no key. */
export function readKeyFile(file: string, missing: string): Buffer {
  if (!fs.existsSync(file)) throw new Error(missing);
  refuseReadableByOthers(file, "The key file");
  const text = fs.readFileSync(file, "utf8").trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  throw new Error(
    `${file} must hold a key of 64 hex digits ("openssl rand -hex 32" makes one); it holds something else.`,
  );
}
