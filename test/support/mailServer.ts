import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** What a mail server took: from whom, for whom, the bytes, and what a mail program makes of them. */
export type Taken = Readonly<{ from: string; to: readonly string[]; raw: string; read: Email }>;

/** A mail server in this process. `answer` says how it takes the next recipient: with 250, or another code. */
export type MailServer = {
  readonly url: string;
  readonly taken: Taken[];
  answer: (to: string) => number;
  hangs: boolean; // it takes connections and says nothing
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false, closeTimeout: 50 },
    onConnect: (_session, done) => void (mail.hangs || done()),
    onRcptTo({ address }, _session, done) {
      const responseCode = mail.answer(address);
      if (responseCode === 250) return done();
      done(Object.assign(new Error(`<${address}> is not taken`), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      const { mailFrom, rcptTo } = envelope;
      void text(stream).then(async (raw) => {
        const read = await PostalMime.parse(raw);
        taken.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), raw, read });
        done();
      });
    },
  }); // prettier-ignore
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  const mail: MailServer = {
    ...{ url: `smtp://127.0.0.1:${port}`, taken, answer: () => 250, hangs: false },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return mail;
}
