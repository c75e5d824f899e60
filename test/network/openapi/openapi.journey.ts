import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import Ajv from "ajv";
import { expect } from "chai";
import { openApi } from "../../../src/network/api/openapi/document.ts";
import { answerExamples } from "../../../src/network/api/openapi/examples.ts";
import { OPERATIONS, type OperationName } from "../../../src/network/api/openapi/operations.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { startWorld, type World } from "../world.ts";
import { tellStory, type Told } from "./story.ts";

const SOURCES = fileURLToPath(new URL("../../../src/network/", import.meta.url));
const NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

type Described = Record<
  string,
  Record<string, { responses: { "200": { content: { "application/json": { schema: object } } } } }>
>;

/** Pages, the operator's monitor, the websocket and this document itself: they are no part of the interface that it describes. */
const OTHERS = ["GET /", "GET /openapi.json", "GET /health", "GET /stream", "GET /keys", "POST /keys"];

/** Every path that a route of the service answers, as its source spells it. */
function routes(): readonly string[] {
  const files = ["api", "callers"].flatMap((folder) =>
    fs.readdirSync(path.join(SOURCES, folder)).map((name) => path.join(SOURCES, folder, name)),
  );
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...fs.readFileSync(file, "utf8").matchAll(/router\.(get|post|delete)\((\[[^\]]*\]|"[^"]*")/g),
    ])
    .flatMap(([, method = "", where = ""]) =>
      [...where.matchAll(/"([^"]*)"/g)].map(
        ([, one = ""]) => `${method.toUpperCase()} ${one.replace(/:(\w+)/g, "{$1}")}`,
      ),
    );
}

describe("the OpenAPI document of the intent service", function () {
  this.timeout(120_000);
  const document = openApi() as { paths: Described };
  let world: World;
  let receiver: LocalServer;
  let told: Told;
  before(async () => {
    receiver = await serve((_, response) => response.writeHead(200).end());
    world = await startWorld({ twoChains: true, elevatedPerSecond: 10_000 });
    told = await tellStory(world, receiver);
  });
  after(async () => {
    await world.close();
    await receiver.close();
  });

  const validator = (name: OperationName) => {
    const [method = "", where = ""] = name.split(" ");
    const ajv = new Ajv({ allErrors: true, schemaId: "auto" });
    return { ajv, isRight: ajv.compile(document.paths[where]![method.toLowerCase()]!.responses["200"].content["application/json"].schema) }; // prettier-ignore
  };

  it("is OpenAPI 3.1 without a warning of a strict reader", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
    ).to.deep.equal([]);
  });

  it("describes every path that there is, and no other", () => {
    expect([...NAMES, ...OTHERS].toSorted()).to.deep.equal([...new Set(routes())].toSorted());
  });

  it("is at /openapi.json, and not where a service is bare", async () => {
    const answer = await world.get("/openapi.json");
    expect([answer.status, answer.body]).to.deep.equal([200, JSON.parse(JSON.stringify(document))]);
    await world.restart({ bare: true });
    expect((await world.get("/openapi.json")).status).to.equal(404);
    await world.restart();
  });

  it("has answers of every call, as a service gives them now", () => {
    expect([...told.keys()]).to.have.members(NAMES);
    for (const name of NAMES) {
      const { ajv, isRight } = validator(name);
      const fresh = told.get(name)!;
      expect(Object.keys(answerExamples[name]), `${name}: npm run examples`).to.deep.equal(
        Object.keys(fresh),
      );
      for (const [what, answer] of [...Object.entries(fresh), ...Object.entries(answerExamples[name])]) {
        isRight(answer);
        expect(ajv.errorsText(isRight.errors), `${name}, ${what}: npm run examples`).to.equal("No errors");
      }
    }
  });
});
