import { expect } from "chai";
import { addressGate, checkPostUrl, type PostPolicy } from "../../../src/http-client/guarded/postPolicy.ts";
import { createWebhookSender } from "../../../src/gateway/adapters/webhooks/webhooks.ts";

const LIVE: PostPolicy = { allowedCidrs: [], allowLoopback: false, requireHttps: true };
const SANDBOX: PostPolicy = { allowedCidrs: [], allowLoopback: true, requireHttps: false };

/** Every odd way to write an address that is not for strangers. */
const FORBIDDEN_HOSTS = [
  "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
  "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "203.0.113.1",
  "168.63.129.16", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "[::]", "[::1]", "[::127.0.0.1]",
  "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[::ffff:0:127.0.0.1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::1]", "[fe80::1]",
  "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[2002:7f00:1::]", "[2001::1]", "[2001:db8::1]", "[100::1]", "[4000::1]",
]; // prettier-ignore
const PUBLIC_HOSTS = ["8.8.8.8", "1.1.1.1", "[2606:4700:4700::1111]", "[::ffff:8.8.8.8]", "shop.example"];

describe("a webhook URL", () => {
  for (const host of FORBIDDEN_HOSTS) {
    it(`may not lead to ${host}`, () => {
      expect(checkPostUrl(`https://${host}/`, LIVE)).to.match(/private, local or reserved/);
    });
  }

  for (const host of PUBLIC_HOSTS) {
    it(`may lead to ${host}`, () => expect(checkPostUrl(`https://${host}/x`, LIVE)).to.equal(undefined));
  }

  const BAD: Readonly<Record<string, RegExp>> = {
    "": /Expected a URL/,
    "shop.example/hook": /Expected a URL/,
    "http://shop.example/": /plain http is not allowed/,
    "ftp://shop.example/": /begins with https/,
    "file:///etc/passwd": /begins with https/,
    "javascript:alert(1)": /begins with https/,
    "https://user@shop.example/": /user name or password/,
    "https://:secret@shop.example/": /user name or password/,
    [`https://shop.example/${"x".repeat(2_048)}`]: /at most 2048/,
  };
  for (const [url, reason] of Object.entries(BAD)) {
    it(`is refused with a reason when it is ${JSON.stringify(url.slice(0, 30))}`, () => {
      expect(checkPostUrl(url, LIVE)).to.match(reason);
    });
  }

  it("may be plain http, and this machine itself, in the sandbox", () => {
    for (const url of [
      "http://shop.example/",
      "http://127.0.0.1:3000/x",
      "http://[::1]:3000/x",
      "http://localhost:3000/",
    ]) {
      expect(checkPostUrl(url, SANDBOX), url).to.equal(undefined);
    }
    expect(checkPostUrl("http://10.0.0.1/", SANDBOX)).to.match(/private/);
  });

  it("may lead into a network that the operator allowed, and nowhere beside it", () => {
    const policy = { ...LIVE, allowedCidrs: ["10.20.0.0/16", "fd12::/16"] };
    expect(checkPostUrl("https://10.20.3.4/", policy)).to.equal(undefined);
    expect(checkPostUrl("http://10.20.3.4/", policy)).to.equal(undefined);
    expect(checkPostUrl("http://[fd12::1]/", policy)).to.equal(undefined);
    expect(checkPostUrl("https://10.21.0.1/", policy)).to.match(/private/);
    expect(checkPostUrl("http://8.8.8.8/", policy)).to.match(/plain http is not enough/);
    expect(checkPostUrl("https://[::ffff:10.20.3.4]/", policy)).to.equal(undefined);
  });
});

describe("the policy for webhooks", () => {
  it("with a network that cannot be read is refused when the sender is made", () => {
    for (const cidr of ["10.0.0.0", "10.0.0.0/33", "private", ""]) {
      const make = () => createWebhookSender({ ...LIVE, allowedCidrs: [cidr], timeoutMs: 1 });
      expect(make, cidr).to.throw(/Expected a network such as/);
    }
  });

  it("lets nothing through that is not an address", () => {
    for (const text of ["", "shop.example", "1.2.3.4.5", "localhost"]) {
      expect(addressGate(SANDBOX, "http:")(text), text).to.equal(false);
    }
  });
});
