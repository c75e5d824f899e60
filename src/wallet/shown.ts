/** Writes a value of a service's answer for an error message, cut to 80 characters. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 80);
}
