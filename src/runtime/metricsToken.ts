const SHORTEST_TOKEN = 20; // characters

/** METRICS_TOKEN, sent as "Authorization: Bearer <token>", which ends at a blank. Adds to `problems` one that is too short; it is not shown. */
export function metricsToken(
  text: string | undefined,
  problems: string[],
  name = "METRICS_TOKEN",
): string | undefined {
  if (!text) return undefined;
  if (text.length < SHORTEST_TOKEN || !/^[\x21-\x7e]+$/.test(text))
    problems.push(
      `${name} must be at least ${SHORTEST_TOKEN} ASCII characters without blanks; got ${text.length} characters.`,
    );
  return text;
}
