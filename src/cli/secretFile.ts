import fs from "node:fs";
import { refuseReadableByOthers } from "../runtime/privateFile.ts";

/** What a file with a secret holds, without blanks around it. Throws with a sentence when it is missing, or when others may read it. */
export function readSecretFile(file: string): string {
  if (fs.existsSync(file)) refuseReadableByOthers(file, "The key file");
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new Error(`The key file ${file} cannot be read.`, { cause });
  }
}

/** A private key of 64 hexadecimal digits, as 0x and those. Throws without telling a byte of it. */
export function readPrivateKey(text: string, where: string): string {
  const digits = text.replace(/^0x/, "");
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return `0x${digits}`;
  throw new Error(`Expected a private key of 64 hexadecimal digits in ${where}.`);
}
