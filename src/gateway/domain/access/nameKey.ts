/** A name in the form in which sign-in names are compared: without regard to case and to how letters are composed. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
