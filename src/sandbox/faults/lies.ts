import type { Response } from "express";
import type { FaultTarget } from "./faultKinds.ts";

/**
 * Makes the coming answer untrue, if it is JSON:
 *   explorer, explorer2   every amount is doubled, and lists by address name transactions that do not exist
 *   intents               every status is "success", without any hash
 *   rpc                   every receipt says that its transaction was reverted
 */
export function lieAbout(target: FaultTarget, path: string, response: Response): void {
  const end = response.end.bind(response) as (...parts: unknown[]) => Response;
  response.end = ((body?: unknown, ...rest: unknown[]) => {
    if (response.headersSent || !isJson(response) || !(typeof body === "string" || Buffer.isBuffer(body))) {
      return end(body, ...rest);
    }
    const untrue = Buffer.from(JSON.stringify(falsify(target, path, JSON.parse(body.toString()))));
    response.removeHeader("etag");
    response.setHeader("content-length", untrue.length);
    return end(untrue);
  }) as Response["end"]; // the same parameters, passed on
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function falsify(target: FaultTarget, path: string, truth: Json): Json {
  switch (target) {
    case "explorer":
    case "explorer2":
      return change(truth, (key, value) => {
        if ((key === "value" || key.endsWith("_sum")) && typeof value === "number") return value * 2;
        if (key === "txid" && typeof value === "string" && path.startsWith("/address/"))
          return reversed(value);
        return value;
      });
    case "intents":
      return change(truth, (key, value) => {
        if (key === "status" && typeof value === "string") return "success";
        return key === "inTxHashes" || key === "txHashes" ? [] : value;
      });
    case "rpc":
      return change(truth, (key, value) => (key === "status" && value === "0x1" ? "0x0" : value));
  }
}

function change(truth: Json, alter: (key: string, value: Json) => Json): Json {
  if (Array.isArray(truth)) return truth.map((item) => change(item, alter));
  if (truth === null || typeof truth !== "object") return truth;
  return Object.fromEntries(
    Object.entries(truth).map(([key, value]) => [key, change(alter(key, value), alter)]),
  );
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

function isJson(response: Response): boolean {
  return String(response.getHeader("content-type") ?? "").includes("json");
}
