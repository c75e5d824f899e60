import { DrizzleQueryError } from "drizzle-orm";

const SQLITE = /^SQLITE_(FULL|BUSY|IOERR|READONLY|CANTOPEN)/;
const SYSTEM =
  /^(ENOSPC|EROFS|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** SQLSTATEs of PostgreSQL: no connection, too many of them, disk full or out of memory, a session ended, the server stops or starts. */
const POSTGRES = /^(08...|53...|25P03|57P0[1-5])$/;
/** What the PostgreSQL driver says of a connection that it lost or did not get; these errors have no code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether an error says that the database could not be asked now: the server is away, the connection dropped, the disk is full.
 * A write that failed so may have been made or not: look before it is repeated.
 */
export function isUnavailable(error: unknown): boolean {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(inner instanceof Error)) return false;
  const code = "code" in inner ? String(inner.code) : "";
  return [SQLITE, SYSTEM, POSTGRES].some((codes) => codes.test(code)) || LOST.test(inner.message);
}
