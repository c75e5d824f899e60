import { lookup, Resolver } from "node:dns/promises";
import type { Resolve, PostPolicy } from "./postPolicy.ts";

const QUERY_LIMITS = { timeout: 3_000, tries: 1 }; // ms, for each name server

export type NamePolicy = Pick<PostPolicy, "allowLoopback" | "allowedCidrs"> &
  Readonly<{ nameServers?: readonly string[] }>;

/**
 * Resolves foreign host names by asking name servers directly (the system's, or `nameServers`, as
 * "127.0.0.1:53"). The system's own look-up shares a few threads with every other connection of the
 * process, and blocks them until a silent name server times out. It also reads the hosts file, so it is
 * used in the sandbox, and, where the operator has allowed networks, for names unknown to the name servers.
 */
export function nameResolver({ allowLoopback, allowedCidrs, nameServers }: NamePolicy): Resolve {
  if (allowLoopback) return hostsAndNames; // the sandbox, which has no strangers
  return async (host, deadline) => {
    try {
      return await askNameServers(host, deadline, nameServers);
    } catch (error) {
      if (allowedCidrs.length === 0 || wasSilent(error)) throw error;
      return hostsAndNames(host);
    }
  };
}

async function hostsAndNames(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** All addresses of both families; one of them may have none. */
async function askNameServers(
  host: string,
  deadline: AbortSignal,
  nameServers: readonly string[] | undefined,
): Promise<readonly string[]> {
  const resolver = new Resolver(QUERY_LIMITS); // one each: to cancel it ends all that it is asking
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  deadline.addEventListener("abort", cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  deadline.removeEventListener("abort", cancel);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failures = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as unknown] : [],
  );
  if (found.length === 0) throw failures.find(wasSilent) ?? failures[0];
  return found;
}

function wasSilent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ETIMEOUT" || code === "ECANCELLED";
}
