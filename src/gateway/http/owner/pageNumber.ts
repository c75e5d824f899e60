const LAST_PAGE = 100_000; // more than any list has

/** The number of a page in a query: a whole number from 1 to 100,000; 1 for anything else. */
export function pageNumber(text: unknown): number {
  const asked = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(asked, 1), LAST_PAGE);
}
