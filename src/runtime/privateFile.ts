import fs from "node:fs";

/** Throws a sentence when another user may read a file with a secret. `what` names the file's purpose or its setting. */
export function refuseReadableByOthers(file: string, what: string): void {
  if ((fs.statSync(file).mode & 0o077) === 0) return;
  throw new Error(`${what} ${file} can be read by others. Run: chmod 600 ${file}`);
}
