import type { BookPlace } from "../../ports/bookLinesPort.ts";

type Pages<Item> = AsyncIterable<readonly Item[]>;

/** Two streams that are in the order of time and id, as one. */
export async function* inOrder<Item extends BookPlace>(
  a: Pages<Item>,
  b: Pages<Item>,
): AsyncGenerator<readonly Item[]> {
  const others = singly(b);
  let other = await others.next();
  for await (const items of a) {
    const page: Item[] = [];
    for (const item of items) {
      for (; !other.done && isBefore(other.value, item); other = await others.next()) page.push(other.value);
      page.push(item);
    }
    yield page;
  }
  for (; !other.done; other = await others.next()) yield [other.value];
}

async function* singly<Item>(pages: Pages<Item>): AsyncGenerator<Item> {
  for await (const items of pages) yield* items;
}

function isBefore(a: BookPlace, b: BookPlace): boolean {
  return a.at === b.at ? a.id < b.id : a.at < b.at;
}
