import pino from "pino";

/** Structured log: a stable event name, then data. ERROR means that a person must act. */
export type Log = Readonly<{
  debug(event: string, data?: Record<string, unknown>): void;
  info(event: string, data?: Record<string, unknown>): void;
  warn(event: string, data?: Record<string, unknown>): void;
  error(event: string, data?: Record<string, unknown>): void;
}>;

const SECRET_FIELDS = [
  "apiKey",
  "authorization",
  "secret",
  "privateKey",
  "wif",
  "mnemonic",
  "refunderMnemonic",
  "signature",
  "password",
  "cookie",
];

/** A JSON-lines log on standard error; fields that carry secrets are blanked wherever they appear. */
export function createLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
      serializers: { error: (error: unknown) => describeError(error, level === "debug") },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  const write =
    (method: "debug" | "info" | "warn" | "error") => (event: string, data?: Record<string, unknown>) =>
      logger[method](data ?? {}, event);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** A log that keeps nothing, for tests and one-off commands. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** An error as data: name, message and the chain of causes. Stacks only at debug level: a fault that lasts would fill the disk. */
export function describeError(error: unknown, withStack: boolean): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    message: errorMessage(error),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause, withStack) }),
    ...(withStack ? { stack: framesOf(error) } : {}),
  };
}

/** Where it happened; a stack begins with the message. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}

const LONGEST_QUERY = 300; // characters

/**
 * The loggable message of an error. A failed query's message has its parameters, which are e-mail
 * addresses, digests and settings; viem's long message has the whole request, with the URL of the node and
 * its key.
 */
export function errorMessage(error: Error): string {
  if ("shortMessage" in error) return String(error.shortMessage);
  if ("query" in error && "params" in error)
    return `A query failed: ${String(error.query).slice(0, LONGEST_QUERY)}`;
  return error.message;
}
