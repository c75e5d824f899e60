import fs from "node:fs";

const ROOT = 0;

/**
 * Throws an error with the remedy when another user may read a file with a secret. A file of root may be readable by a group: that
 * is how container platforms mount secrets for a process without root's rights. `what` names the file's purpose or its setting.
 * @see https://www.postgresql.org/docs/current/ssl-tcp.html (the rule for server.key)
 */
export function refuseReadableByOthers(file: string, what: string): void {
  const { mode, uid } = fs.statSync(file);
  const forbidden = uid === ROOT && process.getuid?.() !== ROOT ? 0o037 : 0o077;
  if ((mode & forbidden) === 0) return;
  throw new Error(`${what} ${file} can be read by others. Run: chmod 600 ${file}`);
}
