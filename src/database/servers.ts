/** The servers of one database, one of which takes writes: connections go to the one that did last. */
export type Servers = Readonly<{
  count: number;
  /** The URL of the server to connect to. */
  current(): string;
  /** Turns to the next server, unless another connection has turned away from that URL already. */
  leave(url: string): void;
}>;

/** Reads `postgres://user:password@one:5432,two:5432/database`: one server, or several separated by commas. */
export function readServers(url: string): Servers {
  const urls = serverUrls(url);
  let index = 0;
  const current = () => urls[index] ?? url;
  return {
    count: urls.length,
    current,
    leave(left) {
      if (current() === left) index = (index + 1) % urls.length;
    },
  };
}

/** Says what is wrong with a postgres:// URL that `setting` gives; undefined for one that can be read. */
export function postgresUrlProblem(setting: string, url: string): string | undefined {
  const [, authority = ""] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (authority.split("@").length <= 2 && serverUrls(url).every((server) => URL.canParse(server)))
    return undefined;
  return `${setting} cannot be read: expected postgres://user:password@host:5432/database, with special characters of the password percent-encoded: @ as %40, / as %2F, # as %23, : as %3A.`;
}

const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** The URL of each server that a URL names, each with the user, the database and the parameters that all have. */
export function serverUrls(url: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = HOSTS.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => `${before}${host}${after}`) : [url];
}
