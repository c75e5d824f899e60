import type { MerchantStore } from "./merchantStore.ts";

type Store = Pick<MerchantStore, "domain"> & {
  readonly settings: Readonly<{ profile: Pick<MerchantStore["settings"]["profile"], "website"> }>;
};

/** Lists the hosts that belong to a store: of its website, and the domain that it has proven. */
export function ownHosts({ settings, domain }: Store): readonly string[] {
  const hosts = [readHost(settings.profile.website ?? ""), domain];
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/** Tells whether a URL leads to a host of the store. A leading "www." makes no difference. */
export function isOnOwnHost(store: Store, url: string): boolean {
  const host = readHost(url);
  return host !== undefined && ownHosts(store).some((own) => bare(own) === bare(host));
}

/** Reads the host of a URL, with its port; undefined for any other text. */
export function readHost(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, "");
}
