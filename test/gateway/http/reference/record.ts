import fs from "node:fs";
import { createClient } from "../../../../src/sdk/client.ts";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../../src/gateway/domain/access/permissions.ts";
import { OPERATIONS } from "../../../../src/gateway/http/reference/operations.ts";
import type { Operation } from "../../../../src/gateway/http/reference/operation.ts";
import { serve } from "../../../support/localServer.ts";
import { startSandboxApp } from "../../../support/sandboxApp.ts";
import { tellStory } from "./story.ts";

/** `npm run examples` writes down what a sandbox answers to the reference's examples; lists show their first entry. */

const FILE = new URL("../../../../src/gateway/http/reference/examples.json", import.meta.url);

const sandbox = await startSandboxApp();
await sandbox.control("bitcoin/automine", { seconds: 0 });
const receiver = await serve((_, response) => response.writeHead(200).end());
const { persistence } = sandbox.app.gateway;
const grant = { storeId: sandbox.storeId, label: "My shop", permissions: ALL_PERMISSIONS };
const apiKey = await issueKey(persistence.keys, sandbox.app.gateway, grant, "test");
const told = await tellStory(sandbox, createClient({ ...sandbox, apiKey }), receiver);
const shown = [...told]
  .filter(([name]) => (OPERATIONS[name] as Operation).answer !== undefined)
  .map(([name, answer]) => [name, Array.isArray(answer) ? answer.slice(0, 1) : answer]);
const text = JSON.stringify(Object.fromEntries(shown), null, 2)
  .replaceAll(sandbox.url, "https://pay.example")
  .replaceAll(/ct_test_\w+/g, "(the key)")
  .replaceAll(receiver.url, "https://shop.example/crosstill");
fs.writeFileSync(FILE, `${text}\n`);
await sandbox.close();
await receiver.close();
