/** Where the verifier page is. */
export const VERIFY_PATH = "/verify";

/** A link to the verifier with a signed text filled in. It is in the fragment, which browsers do not send. */
export function verifyUrl(block: string): string {
  return `${VERIFY_PATH}#${encodeURIComponent(block)}`;
}
