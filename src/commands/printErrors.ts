/** An error as one or a few sentences: its message and the messages of its causes. Stacks stay inside. */
export function printErrors(error: unknown): string {
  const lines: string[] = [];
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    // viem's messages go on with the whole request; its short one says what people need.
    const said = "shortMessage" in current ? String(current.shortMessage) : current.message;
    if (!lines.includes(said)) lines.push(said);
  }
  return lines.length > 0 ? `crosstill: ${lines.join("\n  because: ")}` : `crosstill: ${String(error)}`;
}
