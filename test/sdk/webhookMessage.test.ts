import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { CrosstillError } from "../../src/sdk/errors.ts";
import { readWebhookMessage } from "../../src/sdk/webhookMessage.ts";

const SECRET = "secret of the shop";
const BODY = '{"type":"InvoiceSettled"}';

function signed(secret = SECRET, at = new Date()) {
  const signature = new Webhook(`whsec_${Buffer.from(secret).toString("base64")}`).sign("m1", at, BODY);
  return {
    "webhook-id": "m1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signature,
  };
}

/** The code and the text of the refusal. */
function refusalOf(body: unknown, headers: Readonly<Record<string, string>>) {
  try {
    readWebhookMessage(body as string, headers, SECRET);
  } catch (error) {
    if (error instanceof CrosstillError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("readWebhookMessage of the client", () => {
  it("accepts a signed message, as a text and as bytes", () => {
    expect(refusalOf(BODY, signed())).to.equal("accepted");
    expect(refusalOf(Buffer.from(BODY), signed())).to.equal("accepted");
  });

  it("asks for the raw body when a JSON parser has read it before", () => {
    for (const parsed of [JSON.parse(BODY), null, undefined])
      expect(refusalOf(parsed, signed())).to.match(/^parsed-body: Expected the raw body.*express\.raw/);
  });

  it("tells old, early, foreign, tampered and unsigned messages apart", () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(refusalOf(BODY, signed(SECRET, minutes(-6)))).to.match(
      /^message-too-old: .*more than five minutes ago/,
    );
    expect(refusalOf(BODY, signed(SECRET, minutes(6)))).to.match(/^message-too-new: .*clock is behind/);
    expect(refusalOf(BODY, signed("another secret"))).to.match(/^wrong-signature: /);
    expect(refusalOf(`${BODY} `, signed())).to.match(/^wrong-signature: .*body was changed/);
    expect(refusalOf(BODY, {})).to.match(/^unsigned-message: Expected the headers webhook-id/);
  });
});
