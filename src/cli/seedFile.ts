import fs from "node:fs";
import path from "node:path";
import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english";
import { refuseReadableByOthers } from "../runtime/privateFile.ts";
import type { Random } from "../values/ids.ts";

const ENTROPY_BYTES = 32; // 24 words

/**
 * The words of a seed file, blanks in order. Throws with a sentence, which names the setting, when it is missing, or when others
 * may read it.
 */
export function readSeedFile(file: string, setting: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException; // what fs throws
    if (code !== "ENOENT") {
      throw new Error(
        `${setting} ${file} cannot be read (${code}). It must be a file that the user of the service may read.`,
        { cause },
      );
    }
    throw new Error(
      `${setting} ${file} does not exist. Correct the path, or make a new seed: crosstill network seed --file ${file}`,
      { cause },
    );
  }
  refuseReadableByOthers(file, setting);
  return text.trim().replace(/\s+/g, " ");
}

/** Writes a new seed of 24 words, mode 0600. Throws when there is a file already: it may control money. */
export function writeSeedFile(file: string, random: Random): void {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const words = entropyToMnemonic(random(ENTROPY_BYTES), wordlist);
  try {
    fs.writeFileSync(file, `${words}\n`, { mode: 0o600, flag: "wx", flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause; // what fs throws
    throw new Error(
      `${file} is there already and may control money, so it is not overwritten. Name another file.`,
      { cause },
    );
  }
}
