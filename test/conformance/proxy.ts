import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Json = Record<string, unknown>;
export type Exchange = Readonly<{ method: string; url: URL; asked: Json; status: number; answer: Json }>;
/** Changes one answer of the service: gives another status, another body, or what stays as it is. */
export type Defect = (
  exchange: Exchange,
) => Readonly<{ status?: number; answer?: unknown; headers?: Readonly<Record<string, string>> }> | undefined;

export type Step = Json & { items: (Json & { data: Json; check?: Json })[] };

/** Every step of a quote, changed. */
export const everyStep = (change: (step: Step, asked: Json, index: number) => Step): Defect => {
  return ({ url, status, asked, answer }) => {
    if (status !== 200 || !url.pathname.endsWith("/quote/v2")) return undefined;
    return {
      answer: {
        ...answer,
        steps: (answer["steps"] as Step[]).map((step, index) => change(step, asked, index)),
      },
    };
  };
};
export const everyItem = (change: (item: Step["items"][number], asked: Json, step: Step) => Json): Defect =>
  everyStep((step, asked) => ({
    ...step,
    items: step.items.map((item) => change(item, asked, step)) as Step["items"],
  }));
export const everyData = (change: (data: Json, asked: Json, step: Step) => Json): Defect =>
  everyItem((item, asked, step) => ({ ...item, data: change(item.data, asked, step) }));
export const statusAnswer = (change: (answer: Json, url: URL) => Json | undefined): Defect => {
  return ({ url, status, answer }) => {
    if (status !== 200 || !url.pathname.includes("/intents/status")) return undefined;
    return { answer: change(answer, url) ?? answer };
  };
};
type Answered = Readonly<{ status: number; answer: Json }>;

/** What a service has answered to each request, the first time, the second and so on. */
export type KeptAnswers = Map<string, Answered>;

/** Nothing yet. Proxies that share it ask the service once for what they all ask. */
export function keepAnswers(): KeptAnswers {
  return new Map();
}

/** A service that passes everything on and changes what a defect changes. With `kept` the same request has the same answer in every run. */
export async function startProxy(
  target: string,
  defect: Defect,
  kept?: KeptAnswers,
): Promise<Readonly<{ url: string; close(): Promise<void> }>> {
  const times = new Map<string, number>();
  const ask = async (method: string, path: string, sent: string, headers: Record<string, string>) => {
    const request = JSON.stringify([method, path, sent, headers]);
    const time = (times.get(request) ?? 0) + 1;
    times.set(request, time);
    const known = kept?.get(`${time} ${request}`);
    if (known) return known;
    const answered = await fetch(`${target}${path}`, {
      method,
      headers,
      ...(method === "POST" && { body: sent }),
    });
    const fresh = { status: answered.status, answer: (await answered.json()) as Json };
    kept?.set(`${time} ${request}`, fresh);
    return fresh;
  };
  const server = http.createServer((request, response) => {
    void pass(request, response);
  });
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method = "GET", url = "/" } = request;
    const sent = await text(request);
    const key = request.headers["x-api-key"];
    const headers = {
      "content-type": request.headers["content-type"] ?? "application/json",
      ...(typeof key === "string" && { "x-api-key": key }),
    };
    const { status, answer } = await ask(method, url, sent, headers);
    const asked = { ...readJson(sent), "x-api-key": key };
    const changed = defect({ method, url: new URL(url, target), asked, status, answer }) ?? {};
    response.writeHead(changed.status ?? status, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(changed.answer ?? answer));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function readJson(sent: string): Json {
  try {
    return JSON.parse(sent) as Json;
  } catch {
    return {};
  }
}
