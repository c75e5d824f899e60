import type { ServiceOptions } from "../../../src/conformance/service.ts";
import type { Json } from "../proxy.ts";
import type { BrokenService } from "./brokenService.ts";

type Answered = Readonly<{ status: number; answer: Json; headers: Readonly<Record<string, string>> }>;

const SIGNALS = ["cache-control", "deprecation", "link"];

/** What a right service has answered to each request, the first time, the second and so on. */
export type Recording = Map<string, Answered>;

/**
 * Sends requests to a right service through a broken one. Runs that share a recording ask the right service once for what
 * they all ask.
 */
export function wrap(
  { reads, answers }: BrokenService,
  recording: Recording,
): NonNullable<ServiceOptions["send"]> {
  const times = new Map<string, number>();
  const ask = async (url: string, init: RequestInit, body: string | undefined): Promise<Answered> => {
    const request = JSON.stringify([init.method, url, body, init.headers]);
    const time = (times.get(request) ?? 0) + 1;
    times.set(request, time);
    const known = recording.get(`${time} ${request}`);
    if (known) return structuredClone(known);
    const response = await fetch(url, { ...init, ...(body !== undefined && { body }) });
    const headers = Object.fromEntries([...response.headers].filter(([name]) => SIGNALS.includes(name)));
    const fresh = { status: response.status, answer: (await response.json()) as Json, headers };
    recording.set(`${time} ${request}`, fresh);
    return structuredClone(fresh);
  };
  return async (url, init) => {
    const sent = typeof init.body === "string" ? init.body : undefined;
    const asked = readObject(sent);
    const read = asked && reads && url.endsWith("/quote/v2") ? JSON.stringify(reads(asked)) : sent;
    const { status, answer, headers } = await ask(url, init, read);
    const { "x-api-key": key, authorization } = init.headers as Record<string, string>;
    const exchange = {
      method: init.method ?? "GET",
      url: new URL(url),
      asked: { ...asked, ...(key !== undefined && { "x-api-key": key }), authorization },
      status,
      answer,
    };
    const changed = answers?.(exchange) ?? {};
    return new Response(JSON.stringify(changed.answer ?? answer), {
      status: changed.status ?? status,
      headers: { "content-type": "application/json; charset=utf-8", ...headers, ...changed.headers },
    });
  };
}

/** A body that is a JSON object. */
function readObject(sent: string | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(sent ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
