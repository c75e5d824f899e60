/** Where the verifier page is. */
export const VERIFY_PATH = "/verify";

/** A link to the verifier with a signed text filled in. It stands after the "#", which browsers send to nobody. */
export function verifyUrl(block: string): string {
  return `${VERIFY_PATH}#${encodeURIComponent(block)}`;
}
