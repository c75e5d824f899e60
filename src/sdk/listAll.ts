import type { Call, Client, Given } from "./calls.ts";

/** How a list is read on: after the last one's id, after the last one's number, or by how many were read. */
const LISTS = {
  listInvoices: "skip",
  listPaymentRequests: "skip",
  listPullPayments: "id",
  listPayouts: "id",
  listPullPaymentPayouts: "id",
  listEvents: "sequence",
} as const;

type ListName = keyof typeof LISTS;
type Entry<Name extends ListName> = Given<Name> extends readonly (infer One)[] ? One : never;
type Fields = Readonly<Record<string, unknown>>;

const PAGE = 100;

/**
 * Every entry of a list, page by page, each once. Lists that are read on by how many were read move on while something new is
 * made: what comes a second time by that is left out, and what is new since the first page is for the next reading.
 */
export async function* listAll<Name extends ListName>(
  client: Client,
  name: Name,
  call: Partial<Call<Name>> = {},
): AsyncGenerator<Entry<Name>, void, undefined> {
  const kind = LISTS[name];
  const given = new Set<unknown>();
  const ask = client[name] as unknown as (call: object) => Promise<readonly Fields[]>; // each of them answers a list of objects
  for (let read = 0, last: Fields | undefined; ;) {
    const page = await ask({ ...call, ...placeOf(kind, read, last) });
    for (const entry of page) {
      const key = kind === "sequence" ? sequenceOf(entry) : entry["id"];
      if (given.has(key)) continue;
      given.add(key);
      yield entry as Entry<Name>;
    }
    read += page.length;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

function placeOf(kind: (typeof LISTS)[ListName], read: number, last: Fields | undefined): object {
  if (kind === "skip") return { skip: read, take: PAGE };
  const after = last && (kind === "id" ? last["id"] : sequenceOf(last));
  return { limit: PAGE, ...(after === undefined ? {} : { after }) };
}

function sequenceOf(event: Fields): unknown {
  return (event["crosstill"] as Fields)["sequence"];
}
