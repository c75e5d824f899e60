import ipaddr from "ipaddr.js";

export type Env = Readonly<Record<string, string | undefined>>;

/** Small readers that note what is wrong in `problems` and go on, so that one start shows all mistakes. An empty text counts as not set. */
export function settingsReader(env: Env, problems: string[]) {
  const text = (name: string) => env[name] || undefined;
  const list = (name: string) => splitList(env[name]);
  const checked = (
    name: string,
    items: readonly string[],
    isGood: (item: string) => boolean,
    expected: string,
    shown: (item: string) => string = (item) => `"${item}"`,
  ) => {
    for (const item of items)
      if (!isGood(item)) problems.push(`${name} must be ${expected}; got ${shown(item)}.`);
    return items;
  };
  const optional = (name: string, isGood: (item: string) => boolean, expected: string) =>
    checked(name, [text(name) ?? []].flat(), isGood, expected, shownUrl)[0];
  const optionalWhole = (name: string, smallest: number, largest: number): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= smallest && value <= largest) return value;
    problems.push(`${name} must be a whole number from ${smallest} to ${largest}; got "${given}".`);
    return undefined;
  };
  return {
    text,
    list,
    optionalWhole,
    whole: (name: string, fallback: number, smallest: number, largest: number): number =>
      optionalWhole(name, smallest, largest) ?? fallback,
    /** One of the words, or the fallback where it is not set. */
    oneOf<T extends string>(name: string, words: readonly T[], fallback: T): T {
      const given = text(name);
      const found = words.find((word) => word === given);
      if (given !== undefined && found === undefined)
        problems.push(`${name} must be one of ${words.join(", ")}; got "${given}".`);
      return found ?? fallback;
    },
    /** 1 or 0. */
    flag(name: string, fallback: boolean): boolean {
      return this.oneOf(name, ["0", "1"], fallback ? "1" : "0") === "1";
    },
    urls: (name: string) =>
      checked(name, list(name), isHttpUrl, "a list of http(s) URLs, separated by commas", shownUrl),
    url: (name: string) => optional(name, isHttpUrl, "an http(s) URL"),
    stream: (name: string) => optional(name, isStreamUrl, "a ws(s) URL"),
    cidrs: (name: string) =>
      checked(
        name,
        list(name),
        (item) => ipaddr.isValidCIDR(item),
        "a list of networks such as 10.1.0.0/16, separated by commas",
      ),
    /** Networks, and single addresses. */
    networks: (name: string) =>
      checked(
        name,
        list(name),
        (item) => ipaddr.isValidCIDR(item) || (ipaddr.isValid(item) && /[:.].*[:.]/.test(item)), // "10" is an address too
        "a list of addresses or networks such as 127.0.0.1 or 10.1.0.0/16, separated by commas",
      ),
    /** What `read` makes of the text; what it throws becomes a problem. */
    read<T>(name: string, fallback: T, read: (text: string) => T): T {
      const given = text(name);
      if (given === undefined) return fallback;
      try {
        return read(given);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        problems.push(message.startsWith(name) ? message : `${name}: ${message}`);
        return fallback;
      }
    },
  };
}
export type SettingsReader = ReturnType<typeof settingsReader>;

/** The items of a text with commas, without blanks around them. */
export function splitList(text: string | undefined): readonly string[] {
  return (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A URL in a message: providers put keys and passwords into it, and messages end up in logs. */
export function shownUrl(text: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  return scheme ? `one that starts with ${scheme}://` : "something else";
}

/** True for a URL that begins with http:// or https://. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
}

/** True for the host of a URL that is this very machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** A setting, and the URLs that it names. */
export type NamedUrls = Readonly<{ name: string; urls: readonly string[] }>;

/**
 * Adds a problem for each setting that leads over plain http or ws to another machine: anyone on the way can read the keys and
 * change the answers that money depends on. `exception` is the setting that lists the hosts where the operator accepts this.
 */
export function refusePlainHttp(
  settings: readonly NamedUrls[],
  exception: Readonly<{ name: string; hosts: readonly string[] }>,
  problems: string[],
): void {
  const accepted = exception.hosts.map((host) => host.toLowerCase());
  for (const { name, urls } of settings) {
    const hosts = urls.flatMap((url) => {
      if (!/^(http|ws):/i.test(url) || !URL.canParse(url)) return [];
      const { hostname } = new URL(url);
      return isLoopbackHost(hostname) || accepted.includes(hostname) ? [] : [hostname];
    });
    for (const host of new Set(hosts))
      problems.push(
        `${name} leads to ${host} without TLS: anyone on the network path can read the keys in it and change the answers. Use https (wss for streams), or accept the risk with ${exception.name}=${host}.`,
      );
  }
}

function isStreamUrl(text: string): boolean {
  return /^wss?:\/\/\S+$/.test(text) && URL.canParse(text);
}

/** True when two of the URLs lead to the same place, by their spelling. */
export function isOneNamedTwice(urls: readonly string[]): boolean {
  const places = urls.map((url) => url.toLowerCase().replace(/\/+$/, ""));
  return new Set(places).size < places.length;
}
