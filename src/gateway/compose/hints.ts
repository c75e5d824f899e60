import type { AddressHints } from "../ports/chainPort.ts";
import type { StatusHints } from "../ports/servicePort.ts";
import type { Deps, Outside } from "./deps.ts";

/** The service's push channel as the gateway sees it, or undefined where none is configured. It never throws. */
export async function openHints(
  { intentsStreamUrl: url, intentsApiKey: apiKey }: Outside,
  { log, random }: Pick<Deps, "log" | "random">,
): Promise<(StatusHints & Readonly<{ close(): void }>) | undefined> {
  if (url === undefined) return undefined;
  const { openStatusStream } = await import("../../intents/statusStream.ts");
  let reconnections = 0;
  const stream = openStatusStream({
    url,
    random,
    ...(apiKey === undefined ? {} : { apiKey }),
    onReconnect: () => reconnections++,
    onError: (error) => log.debug("hints.stream", { error }),
  });
  return {
    get connection() {
      return stream.connected ? reconnections : undefined;
    },
    subscribe: (requestId, hint) => stream.subscribe(requestId, () => hint()),
    close: () => stream.close(),
  };
}

/** The explorer's push channel, or undefined where none is configured. It never throws. */
export async function openAddressHints(
  { explorerStreamUrl: url }: Outside,
  { log, random }: Pick<Deps, "log" | "random">,
): Promise<(AddressHints & Readonly<{ close(): void }>) | undefined> {
  if (url === undefined) return undefined;
  const { openAddressStream } = await import("../../bitcoin/reader/addressStream.ts");
  return openAddressStream({ url, random, onError: (error) => log.debug("addresses.stream", { error }) });
}
