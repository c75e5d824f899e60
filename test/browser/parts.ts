/** The parts of a page: its tags and its classes, each once. Pages that differ in rows and texts alone have the same. */
function partsOf(html: string): ReadonlySet<string> {
  const body = /<body[\s\S]*/.exec(html)?.[0] ?? html;
  const tags = [...body.matchAll(/<(\w+)(?: [^>]*?class="([^"]*)")?/g)];
  return new Set(
    tags.flatMap(([, tag, names = ""]) => [`<${tag}>`, ...names.split(/\s+/).map((name) => `.${name}`)]),
  );
}

/** Returns a function that says whether a page has a part that no page before it had. */
export function findNewParts(): (html: string) => boolean {
  const known = new Set<string>();
  return (html) => {
    const fresh = [...partsOf(html)].filter((part) => !known.has(part));
    for (const part of fresh) known.add(part);
    return fresh.length > 0;
  };
}
