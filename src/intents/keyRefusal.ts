/** Error codes about the API key. Codes such as FORBIDDEN_RECIPIENT are about the request. */
const KEY_CODE = /^(UNAUTHORI[SZ]ED(_\w+)?|FORBIDDEN|\w*API_?KEY\w*)$/i;
/** Messages about the API key, in answers without a code. */
const KEY_MESSAGE = /^(forbidden|unauthori[sz]ed)\.?$|api[ _-]?key/i;

/**
 * Tells whether an answer refuses the API key, or a call without one (service-facts-v3 1): 401; 403 unless its code, or
 * without one its message, names another reason, such as a payer's address; and 400 with a message that names x-api-key.
 */
export function isKeyRefusal(status: number | undefined, body: unknown): boolean {
  if (status === 401) return true;
  if (status !== 400 && status !== 403) return false; // most answers: their bodies need not be parsed
  const { message, errorCode } = readError(body);
  if (status === 403)
    return errorCode === undefined ? KEY_MESSAGE.test(message ?? "forbidden") : KEY_CODE.test(errorCode);
  return /x-api-key/i.test(message ?? "");
}

type ErrorFields = Readonly<{ message: string | undefined; errorCode: string | undefined }>;

/** Reads the error fields of a body of JSON; a body of another form has none. */
export function readError(body: unknown): ErrorFields {
  try {
    const { message, errorCode } = Object(JSON.parse(String(body))) as Readonly<Record<string, unknown>>;
    return { message: textOrNothing(message), errorCode: textOrNothing(errorCode) };
  } catch {
    return { message: undefined, errorCode: undefined };
  }
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
