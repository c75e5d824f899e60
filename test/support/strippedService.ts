import type { Outside } from "../../src/gateway/compose/deps.ts";
import { serve, type Asked } from "./localServer.ts";

/** A stand-in before a complete service that lets through only what the contract shows (sections 2.2 to 2.4). */
export type StrippedService = Readonly<{
  /** The settings with the stand-in in the service's place. */
  before(settings: Outside): Outside;
  close(): Promise<void>;
}>;

export async function startStrippedService(): Promise<StrippedService> {
  let target = "";
  const server = await serve((asked, response) => {
    void answer(target, asked).then(
      ({ status, body }) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      () => response.destroy(), // the service broke the connection, and so do we
    );
  });
  return {
    before(settings) {
      target = settings.intentsUrl;
      return {
        ...settings,
        intentsUrl: server.url,
        intentsStreamUrl: undefined,
        explorerStreamUrl: undefined,
      };
    },
    close: () => server.close(),
  };
}

type Json = Readonly<Record<string, unknown>>;

async function answer(target: string, asked: Asked): Promise<Readonly<{ status: number; body: unknown }>> {
  const strip = strippers.find(({ path }) => path.test(asked.path))?.strip;
  if (!strip) return { status: 404, body: { message: "Not found." } };
  const headers = { "content-type": "application/json", "x-api-key": String(asked.headers["x-api-key"]) };
  const body = asked.method === "POST" ? { body: asked.body } : {};
  const response = await fetch(target + asked.path, { method: asked.method, headers, ...body });
  const full = (await response.json()) as Json;
  return { status: response.status, body: response.ok ? strip(full) : full };
}

const strippers: readonly Readonly<{ path: RegExp; strip: (full: Json) => Json }>[] = [
  { path: /^\/quote\/v2$/, strip: ({ steps }) => ({ steps: listOf(steps).map(stripStep) }) },
  { path: /^\/intents\/status(\/v3)?\?/, strip: (full) => only(full, "status") },
  {
    path: /^\/chains$/,
    strip: ({ chains }) => ({ chains: listOf(chains).map((chain) => only(chain, "id", "solverCurrencies")) }),
  },
];

function stripStep(step: Json): Json {
  return {
    ...only(step, "id", "action", "description", "kind", "requestId", "depositAddress"),
    items: listOf(step["items"]).map((item) => only(item, "status", "data", "check")),
  };
}

function only(full: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (name in full ? [[name, full[name]]] : [])));
}

function listOf(value: unknown): readonly Json[] {
  return value as readonly Json[];
}
