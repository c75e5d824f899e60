import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { inEnglish, sentence, type Sentence } from "../../values/sentence.ts";

/** Where posts to URLs of strangers may go, webhooks above all. Without this one is a way into the operator's own network. */
export type PostPolicy = Readonly<{
  /** Networks that are allowed although they are private, e.g. ["10.20.0.0/16"]; plain http is fine inside them. */
  allowedCidrs: readonly string[];
  /** This machine itself, for the sandbox. */
  allowLoopback: boolean;
  requireHttps: boolean;
  /** The setting that lists the allowed networks, for messages. */
  cidrsSetting?: string;
}>;

/** Resolves a name to all of its addresses, until the deadline; a port, so that tests can play a hostile name server. */
export type Resolve = (host: string, deadline: AbortSignal) => Promise<readonly string[]>;

/** Thrown, inside the connection attempt, when a name leads nowhere that the policy allows. */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
}

const MAX_URL_LENGTH = 2048;
const CLOUD_METADATA = ipaddr.parseCIDR("168.63.129.16/32"); // a public address that one cloud answers on from inside
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3"); // everything else is local, reserved or an embedded IPv4 address

/** Why a webhook URL cannot be used, in English, or undefined when nothing is wrong with its text. */
export function checkPostUrl(text: string, policy: PostPolicy): string | undefined {
  const refusal = refusalOfUrl(text, policy);
  return refusal && inEnglish(refusal);
}

/** The same as a sentence, for a page. */
export function refusalOfUrl(text: string, policy: PostPolicy): Sentence | undefined {
  if (text.length > MAX_URL_LENGTH)
    return sentence("Expected a URL of at most {most} characters.", { most: MAX_URL_LENGTH });
  if (!URL.canParse(text)) return sentence('Expected a URL such as "https://shop.example/webhook".');
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return sentence("Expected a URL that begins with https://.");
  if (url.username !== "" || url.password !== "")
    return sentence("A webhook URL must not contain a user name or password.");
  const exceptions = policy.allowLoopback || policy.allowedCidrs.length > 0;
  if (url.protocol === "http:" && policy.requireHttps && !exceptions)
    return sentence("Expected https: plain http is not allowed.");
  const host = hostOf(url);
  if (isIP(host) !== 0 && !addressGate(policy, url.protocol)(host)) return forbidden(host, policy);
  return undefined;
}

/** The host of a URL as a name or an address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/**
 * Gives true for the addresses that a URL of this protocol may connect to. Where https is required, plain http reaches
 * only the exceptions (allowed networks and loopback). Throws with a sentence for a network that cannot be read.
 */
export function addressGate(policy: PostPolicy, protocol: string): (address: string) => boolean {
  const allowed = policy.allowedCidrs.map((text) => parseCidr(text, policy));
  const publicToo = protocol === "https:" || !policy.requireHttps;
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text); // an IPv4 address that was mapped into IPv6 is judged as IPv4
    if (allowed.some((cidr) => inCidr(address, cidr))) return true;
    if (policy.allowLoopback && address.range() === "loopback") return true;
    return publicToo && isPublic(address);
  };
}

/**
 * A `lookup` for node's sockets that drops every forbidden address. It decides on the very addresses that are then
 * connected to, so a name that changes its mind between check and use (DNS rebinding) gains nothing.
 */
export function guardedLookup(
  allows: (address: string) => boolean,
  resolve: (host: string) => Promise<readonly string[]>,
  refused: (host: string) => string,
): LookupFunction {
  return (host, options, callback) => {
    const wanted = options.family === 4 || options.family === "IPv4" ? 4 : options.family ? 6 : 0;
    resolve(host).then(
      (found) => {
        const usable = found
          .filter((address) => allows(address))
          .map((address) => ({ address, family: isIP(address) }))
          .filter(({ family }) => wanted === 0 || family === wanted);
        const [first] = usable;
        if (!first) return callback(new ForbiddenAddress(refused(host)), options.all ? [] : "", 0);
        return options.all ? callback(null, usable) : callback(null, first.address, first.family);
      },
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error)), options.all ? [] : "", 0),
    );
  };
}

/** The sentence for a host that leads to an address where webhooks, or what else is posted, may not go. */
export function forbidden(host: string, policy: PostPolicy, what = "Webhooks"): Sentence {
  return sentence(
    "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.",
    { what, host, setting: settingOf(policy) },
  );
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Address, number];

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || inCidr(address, CLOUD_METADATA)) return false;
  return address.kind() === "ipv4" || inCidr(address, GLOBAL_IPV6);
}

function inCidr(address: Address, [network, bits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function parseCidr(text: string, policy: PostPolicy): Cidr {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  throw new Error(`Expected a network such as "10.20.0.0/16" in ${settingOf(policy)}, got "${text}".`);
}

function settingOf({ cidrsSetting = "WEBHOOK_ALLOWED_CIDRS" }: PostPolicy): string {
  return cidrsSetting;
}
