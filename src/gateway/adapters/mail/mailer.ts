import { createHash } from "node:crypto";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Mailer, MailMessage, MailOutcome } from "../../ports/mailPort.ts";
import { withoutAddresses } from "../../domain/mail/emailAddress.ts";
import { SECOND_MS, type Instant } from "../../../values/time.ts";
import type { MailFrom, SmtpSettings } from "./smtpSettings.ts";

const CONNECT_MS = 10 * SECOND_MS;
const SILENT_MS = 20 * SECOND_MS;
const DEADLINE_MS = 45 * SECOND_MS; // for one message in all, however slowly the server speaks
const LARGEST_ANSWER = 64 * 1024;
const LONGEST_REASON = 300;
const LONGEST_NAME = 70;

/** Timeouts in milliseconds that replace the defaults, for tests with servers that hang. */
export type MailTimeouts = Readonly<{ connectMs?: number; silentMs?: number; deadlineMs?: number }>;

/**
 * Sends each message by a connection of its own to the operator's mail server. Certificates are checked, credentials go out
 * under TLS only (smtpSettings.ts), and nothing is read from files or URLs that a message might name.
 */
export function smtpMailer(settings: SmtpSettings, from: MailFrom, timeouts: MailTimeouts = {}): Mailer {
  const { deadlineMs = DEADLINE_MS } = timeouts;
  const transport = smtpTransport(settings, timeouts);
  return {
    async send(message) {
      try {
        await transport.sendMail({ ...partsOf(message, from), signal: AbortSignal.timeout(deadlineMs) });
        return { kind: "taken" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** Connects and signs in, and sends nothing. Returns why that failed; undefined when it succeeded. */
export async function trySmtp(settings: SmtpSettings, withinMs: number): Promise<string | undefined> {
  const transport = smtpTransport(settings, { connectMs: withinMs, silentMs: withinMs });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return oneLine(withoutAddresses(describe(error).message)).slice(0, LONGEST_REASON);
  } finally {
    transport.close();
  }
}

function smtpTransport(
  { host, port, tls, auth }: SmtpSettings,
  { connectMs = CONNECT_MS, silentMs = SILENT_MS }: MailTimeouts,
) {
  return createTransport({
    host,
    port,
    secure: tls === "first",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(auth ? { auth: { ...auth }, forceAuth: true } : {}),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    maxResponseSize: LARGEST_ANSWER,
    tls: { minVersion: "TLSv1.2" },
  });
}

/** A message as it was caught, and as a mail program would get it. */
export type CaughtMail = Readonly<{
  to: string;
  subject: string;
  text: string;
  html: string;
  raw: Buffer;
  at: Instant;
}>;

/** Writes each message as it would go out, and hands it to `keep` instead of a mail server. */
export function catchingMailer(
  keep: (mail: CaughtMail) => void,
  from: MailFrom,
  clock: () => Instant,
): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message) {
      const at = clock();
      const { message: raw } = await transport.sendMail({ ...partsOf(message, from), date: new Date(at) });
      const { to, subject, text, html } = message;
      keep({ to, subject, text, html, raw: raw as Buffer, at }); // a buffer, as asked for above
      return { kind: "taken" };
    },
  };
}

/**
 * The parts of a message. The envelope is given, so that nothing in a name becomes an address of it, and the Message-ID follows
 * from the message's id: one that arrives twice is known again.
 */
function partsOf(
  { id, fromName, to, replyTo, language, subject, text, html }: MailMessage,
  from: MailFrom,
): SendMailOptions {
  const [, domain = "localhost"] = from.address.split("@");
  return {
    from: { name: oneLine(fromName).slice(0, LONGEST_NAME) || (from.name ?? ""), address: from.address },
    to: { name: "", address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    messageId: `<${createHash("sha256").update(id).digest("hex").slice(0, 40)}@${domain}>`,
    subject: oneLine(subject),
    text,
    html,
    textEncoding: "quoted-printable",
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A text that stays in its header: no line ends, no control characters. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Where in the conversation a refusal is about this recipient or message, not about us. */
const ABOUT_THE_MESSAGE: ReadonlySet<string> = new Set(["RCPT TO", "DATA"]);

function outcomeOf(error: unknown): MailOutcome {
  const { command, responseCode, message } = describe(error);
  const reason = withoutAddresses(oneLine(message)).slice(0, LONGEST_REASON);
  const isAboutIt = responseCode !== undefined && command !== undefined && ABOUT_THE_MESSAGE.has(command);
  if (!isAboutIt) return { kind: "later", reason, isDown: true };
  return responseCode >= 500 ? { kind: "refused", reason } : { kind: "later", reason, isDown: false };
}

type SmtpFailure = Readonly<{ command?: string; responseCode?: number; message: string }>;

function describe(error: unknown): SmtpFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { command, responseCode } = error as Readonly<{ command?: unknown; responseCode?: unknown }> & Error;
  return {
    message: error.message,
    ...(typeof command === "string" ? { command } : {}),
    ...(typeof responseCode === "number" ? { responseCode } : {}),
  };
}
