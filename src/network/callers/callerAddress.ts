import type { Request } from "express";
import ipaddr from "ipaddr.js";

const SUBSCRIBER_GROUPS = 4; // of 16 bits: a /64, the smallest network of an IPv6 subscriber

/**
 * The name under which a call without a key is counted: the IPv4 address, or the /64 of an IPv6 address,
 * whose owner has 2^64 of them. It uses express' request.ip, so behind a proxy "trust proxy" must be set.
 */
export function callerAddress(request: Pick<Request, "ip">): string {
  const text = (request.ip ?? "").replace(/%.*$/, ""); // the zone of a link-local address
  if (!ipaddr.isValid(text)) return "unknown"; // the connection has gone already
  const address = ipaddr.process(text); // an IPv4 address that was mapped into IPv6 counts as IPv4
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, SUBSCRIBER_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
