import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT_AND_VERIFIED = 0x05;
const NEW_CREDENTIAL = 0x40;

/** A passkey as an authenticator holds it, for one site: it answers challenges as a browser passes the answers on. */
export type Authenticator = Readonly<{
  /** The answer to the options of a new passkey. */
  register(challenge: string): object;
  /** The answer to the options of a sign-in. `counter` is what it says of its signatures so far. */
  signIn(challenge: string, counter?: number): object;
}>;

/** An authenticator with an ES256 key of its own, for a site at this origin. */
export function createAuthenticator(origin: string, userId = "user"): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const siteHash = createHash("sha256").update(new URL(origin).hostname).digest();
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2], // key type: EC2
      [3, -7], // ES256
      [-1, 1], // P-256
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  const dataOf = (flags: number, counter: number, more: Uint8Array = new Uint8Array()) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([siteHash, head, more]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  return {
    register(challenge) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const known = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const authData = new Uint8Array(dataOf(USER_PRESENT_AND_VERIFIED | NEW_CREDENTIAL, 0, known));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url");
      const clientDataJSON = clientData("webauthn.create", challenge).toString("base64url");
      return { ...credential, clientExtensionResults: {}, response: { attestationObject, clientDataJSON } };
    },
    signIn(challenge, counter = 0) {
      const client = clientData("webauthn.get", challenge);
      const authData = dataOf(USER_PRESENT_AND_VERIFIED, counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      const response = {
        authenticatorData: authData.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        userHandle: Buffer.from(userId).toString("base64url"),
      };
      return { ...credential, clientExtensionResults: {}, response };
    },
  };
}
