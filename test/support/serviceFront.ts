import express from "express";
import type { Outside } from "../../src/gateway/compose/deps.ts";
import { announceRetirement } from "../../src/network/api/retirement.ts";
import { BOTH_VERSIONS, type Versions } from "../../src/network/versions.ts";
import type { Clock } from "../../src/values/time.ts";
import { listen } from "./localServer.ts";

/** On which terms a service is offered. They may change from one call to the next. */
export type Terms = Readonly<{
  /** Lets through only what the contract shows (sections 2.2 to 2.4). */
  contractOnly?: boolean;
  /** Answers every list with the newest requests of everybody, as public services do for parameters that they do not know. */
  ignoresFilters?: boolean;
  versions?: Versions;
  /** Answers calls without the key with 401, as a service with NETWORK_REQUIRE_KEYS does. */
  requiresKey?: boolean;
}>;

/** A stand-in before a complete service that offers it on other terms. */
export type ServiceFront = Readonly<{
  /** The settings with the stand-in in the service's place. */
  before(settings: Outside): Outside;
  change(terms: Terms): void;
  /** The paths that were answered with 200 since the last change, in order. */
  answered(): readonly string[];
  close(): Promise<void>;
}>;

const LATER = /^\/(quote|requests)\/v3$|^\/execute\/permits\/v2$/;

export async function startServiceFront(first: Terms, clock: Clock): Promise<ServiceFront> {
  let terms = first;
  let service = { url: "", key: "" };
  let answered: string[] = [];
  const app = express().use(express.text({ type: "*/*" }));
  app.use((request, response, next) => {
    response.on("finish", () => void (response.statusCode === 200 && answered.push(request.path)));
    const { requiresKey, contractOnly, versions = BOTH_VERSIONS } = terms;
    if (requiresKey && request.get("x-api-key") !== service.key) {
      const errorCode = request.path.startsWith("/quote/") ? "UNAUTHORIZED_QUOTE" : "UNAUTHORIZED";
      return void response.status(401).json({ message: "Expected an API key.", errorCode });
    }
    const isMissing = contractOnly
      ? findStripper(request.path) === undefined
      : !versions.offersV3 && LATER.test(request.path);
    if (isMissing) return void response.status(404).json({ message: "Not found." });
    announceRetirement(versions, clock)(request, response, next);
  });
  app.use((request, response) => {
    const text = typeof request.body === "string" ? { body: request.body } : {};
    const headers = { "content-type": "application/json", "x-api-key": service.key }; // so that it does not limit calls
    const { contractOnly, ignoresFilters } = terms;
    const isList = ignoresFilters && request.path.startsWith("/requests/");
    void fetch(service.url + (isList ? `${request.path}?limit=50` : request.url), {
      method: request.method,
      headers,
      ...text,
    }).then(
      async (answer) => {
        const full = (await answer.json()) as Json;
        const strip = contractOnly && answer.ok ? findStripper(request.path) : undefined;
        response.status(answer.status).json(strip ? strip(full) : full);
      },
      () => response.destroy(), // the service broke the connection, and so do we
    );
  });
  const server = await listen(app);
  return {
    before(settings) {
      service = { url: settings.intentsUrl, key: settings.intentsApiKey ?? "" };
      return {
        ...settings,
        intentsUrl: server.url,
        intentsStreamUrl: undefined,
        explorerStreamUrl: undefined,
      };
    },
    change(next) {
      terms = next;
      answered = [];
    },
    answered: () => answered,
    close: () => server.close(),
  };
}

type Json = Readonly<Record<string, unknown>>;

function findStripper(path: string): ((full: Json) => Json) | undefined {
  return STRIPPERS.find((one) => one.path.test(path))?.strip;
}

const STRIPPERS: readonly Readonly<{ path: RegExp; strip: (full: Json) => Json }>[] = [
  { path: /^\/quote\/v2$/, strip: ({ steps }) => ({ steps: listOf(steps).map(stripStep) }) },
  { path: /^\/intents\/status(\/v3)?$/, strip: (full) => only(full, "status") },
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
