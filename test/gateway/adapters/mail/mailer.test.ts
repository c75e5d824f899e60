import { createServer, type AddressInfo } from "node:net";
import { expect } from "chai";
import { smtpMailer, type MailTimeouts } from "../../../../src/gateway/adapters/mail/mailer.ts";
import { readMailFrom, readSmtpUrl } from "../../../../src/gateway/adapters/mail/smtpSettings.ts";
import type { MailMessage } from "../../../../src/gateway/ports/mailPort.ts";
import { PAYLOADS } from "../../http/payloads.ts";
import { startMailServer, type MailServer } from "../../../support/mailServer.ts";

const MESSAGE: MailMessage = {
  ...{ id: "inv.payer.settled.1", fromName: "Ünique Books", to: "ada@example.org", replyTo: "help@books.example" },
  ...{ language: "de", subject: "Beleg: 25,00 USD ✓", text: "Guten Tag\n.\nEnde\n", html: "<p>Guten Tag</p>" },
}; // prettier-ignore
const FROM = readMailFrom("Gateway <pay@example.com>");
const TIMEOUTS = { connectMs: 200, silentMs: 200, deadlineMs: 500 };

describe("the client of a mail server", () => {
  let server: MailServer;
  before(async () => void (server = await startMailServer()));
  after(() => server.close());
  beforeEach(() => {
    server.taken.length = 0;
    Object.assign(server, { answer: () => 250, hangs: false });
  });
  const mailer = (timeouts: MailTimeouts = {}) => smtpMailer(readSmtpUrl(server.url), FROM, timeouts);

  it("hands in a message that says who sends it, in plain text and HTML, and that no program answers", async () => {
    expect(await mailer().send(MESSAGE)).to.deep.equal({ kind: "taken" });
    const [one] = server.taken;
    expect([one?.from, one?.to]).to.deep.equal(["pay@example.com", ["ada@example.org"]]);
    const { from, subject, text, html, headers = [], replyTo } = one?.read ?? {};
    expect(from).to.deep.include({ name: "Ünique Books", address: "pay@example.com" });
    expect(replyTo?.[0]).to.include({ address: "help@books.example" });
    expect([subject, html?.trim()]).to.deep.equal([MESSAGE.subject, MESSAGE.html]);
    expect(text?.replaceAll("\r", "").trim()).to.equal(MESSAGE.text.trim());
    const header = (key: string) => headers.find((one) => one.key === key)?.value;
    expect([header("auto-submitted"), header("content-language")]).to.deep.equal(["auto-generated", "de"]);
  });

  it("gives a message the same Message-ID at each attempt, and another message another one", async () => {
    for (const id of ["a", "a", "b"]) await mailer().send({ ...MESSAGE, id });
    const [first, again, other] = server.taken.map(({ read }) => read.messageId);
    expect(first)
      .to.match(/^<[0-9a-f]{40}@example\.com>$/)
      .and.equal(again);
    expect(other).not.to.equal(first);
  });

  it("tells a refusal of the recipient from a server that asks to come back, without the address", async () => {
    server.answer = () => 550;
    const refused = await mailer().send(MESSAGE);
    expect(refused).to.include({ kind: "refused" });
    server.answer = () => 450;
    const later = await mailer().send(MESSAGE);
    expect(later).to.include({ kind: "later", isDown: false });
    for (const outcome of [refused, later])
      expect(JSON.stringify(outcome)).to.match(/<address> is not taken/);
  });

  it("gives up a server that says nothing, or is not there", async () => {
    server.hangs = true;
    expect(await mailer(TIMEOUTS).send(MESSAGE)).to.include({ kind: "later", isDown: true });
    const nowhere = smtpMailer(readSmtpUrl("smtp://127.0.0.1:1"), FROM, TIMEOUTS);
    expect(await nowhere.send(MESSAGE)).to.include({ kind: "later", isDown: true });
  });

  for (const words of ["220-wait a little\r\n", "wait a little "])
    it(`gives up a server whose answer has no end, such as ${JSON.stringify(words)} again and again`, async () => {
      let written = 0;
      const endless = createServer((socket) => {
        const speak = () => {
          while (socket.writable && socket.write(words.repeat(1_000))) written += words.length * 1_000;
        };
        socket.on("error", () => {}).on("drain", speak);
        speak();
      });
      await new Promise<void>((resolve) => void endless.listen(0, "127.0.0.1", resolve));
      const { port } = endless.address() as AddressInfo; // it listens on TCP
      const outcome = await smtpMailer(readSmtpUrl(`smtp://127.0.0.1:${port}`), FROM).send(MESSAGE); // with its own timeouts
      endless.close();
      expect(outcome).to.include({ kind: "later", isDown: true });
      expect(written, "bytes").to.be.lessThan(32 * 1024 * 1024);
    });

  it("sends nothing where TLS is asked for and the server has none", async () => {
    const settings = { ...readSmtpUrl(server.url), tls: "starttls" } as const;
    expect(await smtpMailer(settings, FROM, TIMEOUTS).send(MESSAGE)).to.include({
      kind: "later",
      isDown: true,
    });
    expect(server.taken).to.deep.equal([]);
  });

  it("lets nothing in a name or a subject become a header or a recipient", async () => {
    const evil = [
      ...PAYLOADS.slice(0, 10),
      ...["x\r\nBcc: eve@example.net", "x\nX-Evil: 1\n\nbody", "Eve <eve@example.net>, x", "a\u2028Bcc: eve@example.net", '"\\'],
    ];
    for (const text of evil) await mailer().send({ ...MESSAGE, fromName: text, subject: text });
    expect(server.taken).to.have.length(evil.length);
    for (const { to, read } of server.taken) {
      expect(to).to.deep.equal(["ada@example.org"]);
      expect(read.from).to.include({ address: "pay@example.com" });
      expect(read.headers.map(({ key }) => key)).not.to.include.members(["bcc"]);
      expect(read.headers.map(({ key }) => key)).not.to.include.members(["x-evil"]);
      expect(read.text?.trim()).to.match(/^Guten Tag/);
    }
  }); // prettier-ignore
});

describe("the settings of e-mail", () => {
  it("take TLS for granted, but on this machine or where it is given up on purpose", () => {
    const tls = (url: string) => readSmtpUrl(url);
    expect(tls("smtps://u:p%40ss@mail.example.com")).to.deep.include({ tls: "first", port: 465, auth: { user: "u", pass: "p@ss" } });
    expect(tls("smtp://mail.example.com")).to.include({ tls: "starttls", port: 587 });
    expect(tls("smtp://localhost:2525")).to.include({ tls: "none", port: 2525 });
    expect(tls("smtp://mail.internal:25?tls=none")).to.include({ tls: "none" });
    for (const url of ["mail.example.com", "http://mail.example.com", "smtp://", "smtp://m/x", "smtp://m?tls=maybe", "smtps://m?tls=none", "smtp://u:secret@m?tls=none"])
      expect(() => tls(url), url).to.throw(/expected|contradict/).and.not.match(/secret/);
  }); // prettier-ignore

  it("read whom messages are from", () => {
    expect(readMailFrom("pay@example.com")).to.deep.equal({ address: "pay@example.com", name: undefined });
    expect(readMailFrom('"Books & Co" <pay@example.com>')).to.deep.equal({ address: "pay@example.com", name: "Books & Co" }); // prettier-ignore
    for (const text of ["nobody", "a@b", "A <a@b.c>, B <b@b.c>", "A\r\n<a@b.c>"])
      expect(() => readMailFrom(text), text).to.throw(/expected an address/);
  });
});
