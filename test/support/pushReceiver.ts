import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createPushSender, newVapidKeys } from "../../src/gateway/adapters/push/pushSender.ts";
import type { PushSender } from "../../src/gateway/ports/pushPort.ts";

const POLICY = { allowedCidrs: [], allowLoopback: true, requireHttps: false, timeoutMs: 5_000 };

/** A sender with keys of its own that may send to this machine. */
export function testPushSender(): PushSender {
  return createPushSender(POLICY, newVapidKeys(), "mailto:ada@example.com");
}

/** What a push service got: its headers, the claims of the sender's signed identity, and the text that the browser reads. */
export type Pushed = Readonly<{
  headers: http.IncomingHttpHeaders;
  claims: Readonly<{ aud: string; exp: number; sub: string }>;
  key: string; // the sender's public key
  text: string;
}>;

/** How the push service answers the next messages. */
type Answer = Readonly<{ status: number; headers?: Readonly<Record<string, string>> }>;

/**
 * A push service and a browser in one: it takes messages by HTTP, checks who signed them (RFC 8292), and decrypts them with the
 * keys of the subscription (RFC 8188 and 8291), all by Node's own functions.
 */
export async function startPushReceiver() {
  const browser = createECDH("prime256v1");
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const received: Pushed[] = [];
  let answer: Answer = { status: 201 };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { claims, key } = readIdentity(request.headers.authorization ?? "");
      const text = decrypt(Buffer.concat(parts), browser, publicKey, auth);
      received.push({ headers: request.headers, claims, key, text });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The subscription of a browser, as it gives it to the page. */
    subscription: (name = "browser", endpoint = `${url}/push/${name}`) => ({
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    }),
    /** The messages since the last call. */
    taken: () => received.splice(0),
    answer: (next: Answer) => void (answer = next),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** Throws for an identity that its own key did not sign. */
function readIdentity(authorization: string): Pick<Pushed, "claims" | "key"> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The identity is not signed by its key.");
  return { claims: JSON.parse(Buffer.from(claims, "base64url").toString()) as Pushed["claims"], key };
}

function decrypt(
  body: Buffer,
  browser: ReturnType<typeof createECDH>,
  publicKey: Buffer,
  auth: Buffer,
): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const secret = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
  const input = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  const sealed = body.subarray(21 + keyLength);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString(); // the last record ends with 2, then zeros
}
