/** One thing that is wrong with what was sent. */
export type Problem = Readonly<{ path: string; message: string; code?: string }>;

/** A refusal of the gateway, or none of its answers came (`status` 0, `code` "no-answer": it may have been done all the same). */
export class CrosstillError extends Error {
  override name = "CrosstillError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<{ problems?: readonly Problem[]; retryAfterSeconds?: number }> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error that an answer means. */
export function errorOf(status: number, body: string, retryAfter: string | null): CrosstillError {
  const said = parse(body);
  const first = Array.isArray(said) ? (said[0] as unknown) : said;
  const { code, message } = (typeof first === "object" && first !== null ? first : {}) as Record<
    string,
    unknown
  >; // any JSON
  const words = typeof message === "string" ? message : `The gateway answered ${status}.`;
  return new CrosstillError(status, typeof code === "string" ? code : `http-${status}`, words, {
    ...(Array.isArray(said) ? { problems: said as readonly Problem[] } : {}),
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterSeconds: Number(retryAfter) } : {}),
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
