import { isLoopbackHost } from "../../../runtime/settings.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";

/** Where e-mail is handed in, and how it is kept from being read on the way there. */
export type SmtpSettings = Readonly<{
  host: string;
  port: number;
  /** TLS from the first byte, STARTTLS before any command, or none, which only a trusted network allows. */
  tls: "first" | "starttls" | "none";
  auth: Readonly<{ user: string; pass: string }> | undefined;
}>;

/** The sender: the address that bounces go to, and a name, which a store's own name replaces. */
export type MailFrom = Readonly<{ address: string; name: string | undefined }>;

const EXAMPLE = "smtps://user:password@mail.example.com";

/**
 * Reads SMTP_URL: smtps:// (TLS, port 465) or smtp:// (STARTTLS required, port 587; a server on this machine may do without).
 * `?tls=none` gives TLS up on purpose, and takes no password elsewhere. Throws with a sentence that does not show the password.
 */
export function readSmtpUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
    throw new Error(`expected smtp:// or smtps://, a host and, where it asks for one, a user: ${EXAMPLE}.`);
  const { hostname, searchParams: query } = url;
  const unknown = [...query].find(([name, value]) => name !== "tls" || value !== "none");
  if (unknown || !["", "/"].includes(url.pathname) || url.hash !== "")
    throw new Error(
      "expected nothing after the host but ?tls=none; encode signs of a password such as # as %23.",
    );
  const isLocal = isLoopbackHost(hostname);
  const tls = url.protocol === "smtps:" ? "first" : isLocal || query.has("tls") ? "none" : "starttls";
  if (url.protocol === "smtps:" && query.has("tls"))
    throw new Error("smtps:// and ?tls=none contradict each other.");
  const auth = url.username === "" ? undefined : { user: decoded(url.username), pass: decoded(url.password) };
  if (auth && tls === "none" && !isLocal)
    throw new Error(
      "expected TLS where there is a password: with ?tls=none anyone on the network path can read it.",
    );
  const port = url.port === "" ? (tls === "first" ? 465 : tls === "starttls" ? 587 : 25) : Number(url.port);
  return { host: hostname.replace(/^\[|\]$/g, ""), port, tls, auth };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("expected a user and a password whose % signs are encoded as %25.");
  }
}

/** Reads MAIL_FROM: an address, or a name and an address, such as "Example Shop <pay@example.com>". Throws with a sentence. */
export function readMailFrom(text: string): MailFrom {
  const [, quoted, bracketed] = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*)<([^<>]*)>\s*$/u.exec(text) ?? [];
  const address = readEmailAddress(bracketed ?? text);
  if (address !== undefined) return { address, name: quoted?.trim() || undefined };
  throw new Error(
    `expected an address such as pay@example.com or "Example Shop <pay@example.com>"; got "${text.slice(0, 80)}". In a file that a shell reads, put it in quotes.`,
  );
}
