const NEWLINE = 0x0a;

/**
 * The lines of a stream of bytes, without their ends. Only "\n" ends a line (node's readline also breaks at
 * U+2028, which JSON leaves unescaped). Throws when a line is longer than `most` bytes.
 */
export async function* linesOf(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > most) throw new Error(`Expected lines of at most ${most} bytes; one is longer.`);
    parts.push(part);
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString("utf8");
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (size > 0) yield Buffer.concat(parts).toString("utf8");
}
