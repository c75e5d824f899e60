/** The verifier page's own ed25519, as that page has it; it is JavaScript without types. */
const file = new URL("../../../../views/verify/ed25519.js", import.meta.url);
const loaded = (await import(file.href)) as Readonly<{
  isSignedByHand(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}>;

/** The same question as isSigned asks, put to it: key and signature in hex, and a text or bytes. */
export async function isSignedByHand(
  key: string,
  message: string | Uint8Array,
  signature: string,
): Promise<boolean> {
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
  const text = typeof message === "string" ? new TextEncoder().encode(message) : message;
  return loaded.isSignedByHand(bytes(key), text, bytes(signature));
}
