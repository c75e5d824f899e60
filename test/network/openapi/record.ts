import fs from "node:fs";
import { serve } from "../../support/localServer.ts";
import { startWorld } from "../world.ts";
import { tellStory } from "./story.ts";

/** `npm run examples` writes down what the intent service answers to the calls of its reference. */

const FILE = new URL("../../../src/network/api/openapi/examples.json", import.meta.url);

const receiver = await serve((_, response) => response.writeHead(200).end());
const world = await startWorld({ twoChains: true, elevatedPerSecond: 10_000 });
const told = await tellStory(world, receiver);
const text = JSON.stringify(Object.fromEntries(told), null, 2)
  .replaceAll(world.url, "https://intents.example")
  .replaceAll(receiver.url, "https://shop.example/intents");
fs.writeFileSync(FILE, `${text}\n`);
await world.close();
await receiver.close();
process.exit(0); // chains are given back to a pool, which keeps the process alive
