import { expect } from "chai";
import type { RootHookObject } from "mocha";
import { codesOf } from "../../src/gateway/http/reference/operationCodes.ts";
import { OPERATIONS } from "../../src/gateway/http/reference/operations.ts";
import { ROUTES, type OperationName } from "../../src/gateway/http/reference/paths.ts";
import { silentLog, type Log } from "../../src/runtime/log.ts";

/**
 * Holds the reference's error codes against what the API answers in every test that starts the application: a code that an
 * operation does not list fails the test in which it was answered.
 */

type Refused = Readonly<{ method: string; path: string; codes: readonly string[] }>;

let refused: Refused[] = [];

/** A silent log that remembers the codes of refused calls. */
export const codesLog: Log = {
  ...silentLog,
  debug(event, data) {
    if (event === "http.refused") refused.push(data as Refused); // errors.ts wrote it
  },
};

const PATTERNS = Object.entries(ROUTES).map(([name, route]) => {
  const [method = "", path = ""] = route.split(" ");
  return {
    name: name as OperationName,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
  };
});

export const mochaHooks: RootHookObject = {
  afterEach() {
    const calls = refused;
    refused = [];
    expect(calls.flatMap(undescribed), "codes that the reference does not list").to.deep.equal([]);
  },
};

function undescribed({ method, path, codes }: Refused): readonly string[] {
  const found = PATTERNS.find((one) => one.method === method && one.path.test(path));
  if (!found) return [];
  const listed: readonly string[] = codesOf(found.name, OPERATIONS[found.name]);
  return codes.filter((code) => !listed.includes(code)).map((code) => `${found.name}: ${code}`);
}
