import { createHttp, parseJson, type HttpClient, type HttpOptions } from "../../../http-client/http.ts";

/** One place that may know a price. `price` throws when it cannot find out, and gives undefined for a pair that is not its own. */
export type RateSource = Readonly<{
  name: string;
  price(base: string, quote: string): Promise<string | undefined>;
}>;

const TIMEOUT_MS = 3_000; // several sources are tried within the five seconds that an invoice may take
const MAX_BYTES = 256 * 1024;

/**
 * Reads one entry of RATES_URLS:
 * - `static:EUR_USD=1.0837` is a price that the operator vouches for;
 * - `https://host/{base}-{quote}/spot#data.amount` is asked over HTTP, and what follows # is the path into its JSON
 *   (list places are numbers; {base} and {quote} may stand there too).
 * Throws with a sentence when the entry is neither. The name of a source is its host: a URL may hold a key.
 */
export function rateSource(
  entry: string,
  http: (options: HttpOptions) => HttpClient = createHttp,
): RateSource {
  return entry.startsWith("static:") ? staticSource(entry) : httpSource(entry, http);
}

/**
 * A price as a plain decimal string, "1.0837", or undefined when it is no price: not positive, no number,
 * or more than 15 digits before or 30 after the point. JSON numbers such as 1e-7 are written out.
 */
export function plainPrice(value: unknown): string | undefined {
  const text = typeof value === "number" ? withoutExponent(String(value)) : value;
  if (typeof text !== "string" || !/^\d{1,15}(\.\d{1,30})?$/.test(text) || !/[1-9]/.test(text))
    return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits && `.${digits}`);
}

function staticSource(entry: string): RateSource {
  const match = /^static:([A-Z0-9]{2,12})_([A-Z0-9]{2,12})=(.+)$/.exec(entry);
  const price = plainPrice(match?.[3]);
  if (!match || !price)
    throw new Error(`Expected a fixed rate such as "static:EUR_USD=1.0837", got "${entry}".`);
  return {
    name: "static",
    price: async (base, quote) => (base === match[1] && quote === match[2] ? price : undefined),
  };
}

function httpSource(entry: string, http: (options: HttpOptions) => HttpClient): RateSource {
  const [template = "", path = ""] = splitOnce(entry, "#");
  const origin = /^https?:\/\/[^/?#@{}\s]+/.exec(template)?.[0];
  if (!origin || !URL.canParse(origin) || path === "") {
    throw new Error(
      'Expected a rate source such as "https://host/{base}-{quote}/spot#data.amount" (without user or password), ' +
        `got "${hideQuery(entry)}".`,
    );
  }
  const { host } = new URL(origin);
  const client = http({ baseUrl: origin, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, hidesPaths: true });
  return {
    name: host,
    async price(base, quote) {
      const fill = (text: string) => text.replaceAll("{base}", base).replaceAll("{quote}", quote);
      const found = valueAt(
        parseJson(await client.get(fill(template.slice(origin.length)))),
        fill(path).split("."),
      );
      const price = plainPrice(found);
      if (!price) throw new Error(`Expected a price at "${fill(path)}", got ${shorten(found)}.`);
      return price;
    },
  };
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key]; // an object or a list, and the key is its own
  }
  return value;
}

/** String(1e-7) is "1e-7"; the same digits without an exponent are "0.0000001". */
function withoutExponent(text: string): string {
  const match = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(Math.max(point, 0), "0");
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  return point === digits.length ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function hideQuery(entry: string): string {
  return entry.replace(/\?[^#]*/, "?…").replace(/\/\/[^/]*@/, "//…@");
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 80);
}
