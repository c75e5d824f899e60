import { DrizzleQueryError } from "drizzle-orm";

const SQLITE = /^SQLITE_(FULL|BUSY|IOERR|READONLY|CANTOPEN)/;
const SYSTEM =
  /^(ENOSPC|EROFS|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** SQLSTATEs of PostgreSQL: no connection, too many of them, disk full or out of memory, a session ended, the server stops or starts, or takes no writes: a standby. */
const POSTGRES = /^(08...|53...|25P03|25006|57P0[1-5])$/;
/** The PostgreSQL driver's errors for a lost or failed connection, which have no code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/;

/**
 * Whether an error means that the database is unavailable: the server is away, the connection dropped, the
 * disk is full. A failed write may have been made or not: read before it is repeated.
 */
export function isUnavailable(error: unknown): boolean {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(inner instanceof Error)) return false;
  const code = "code" in inner ? String(inner.code) : "";
  return [SQLITE, SYSTEM, POSTGRES].some((codes) => codes.test(code)) || LOST.test(inner.message);
}
