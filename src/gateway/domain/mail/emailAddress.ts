const LONGEST = 254; // of a path in SMTP (RFC 5321, 4.5.3.1.3, without its brackets)
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/**
 * One common e-mail address, without blanks around it; undefined for anything else. Quoted parts, comments,
 * names, lists, IP addresses and control characters are refused: what remains is only an address to a mail
 * server.
 */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const isGood =
    at > 0 && at <= 64 && address.length <= LONGEST && LOCAL_PART.test(local) && DOMAIN.test(domain);
  return isGood ? address : undefined;
}

/** A masked address that only its owner recognises: "a…@example.org". */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** The mailbox that an address leads to, by one spelling: without case, dots and a +tag, which mostly make no other. Not for writing to. */
export function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  return `${local.replace(/\+.*|\./g, "")}@${domain}`;
}

/** A text without the addresses in it, as mail servers write them into their answers. */
export function withoutAddresses(text: string): string {
  return text.replace(/<?[^\s<>@]{1,64}@[^\s<>@]{1,255}>?/g, "<address>");
}
