import { asUnixSeconds } from "../../../../src/values/time.ts";
import dgram from "node:dgram";
import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createWebhookSender } from "../../../../src/gateway/adapters/webhooks/webhooks.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";

const KNOWN = 0x8180; // an answer without an error
const UNKNOWN = 0x8183; // there is no such name
const ADDRESS = Buffer.from("c00c00010001000000000004" + "7f000001", "hex"); // of the name that was asked: 127.0.0.1

/** A name server that answers with this, as long as it answers at all. IPv6 addresses it has none. */
async function nameServer(answer: (name: string) => "silence" | "unknown" | "this machine") {
  const socket = dgram.createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const end = query.indexOf(0, 12) + 5; // the question: a name, its type and class
    const name = [...query.subarray(13, end - 5)].map((byte) => (byte < 32 ? "." : String.fromCharCode(byte))).join("");
    asked.push(name);
    const is = answer(name);
    if (is === "silence") return;
    const records = is === "this machine" && query.readUInt16BE(end - 4) === 1 ? [ADDRESS] : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(is === "unknown" ? UNKNOWN : KNOWN, 2);
    for (const [index, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * index);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked, close: () => socket.close() };
} // prettier-ignore

describe("the name of a webhook's host", () => {
  let receiver: LocalServer;
  let names: Awaited<ReturnType<typeof nameServer>>;
  before(async () => {
    receiver = await serve((_, response) => response.end("ok"));
    names = await nameServer((name) => {
      if (name.startsWith("silent")) return "silence";
      return name === "shop.example" ? "this machine" : "unknown";
    });
  });
  after(async () => {
    names.close();
    await receiver.close();
  });

  const send = (host: string, timeoutMs = 5_000, allowedCidrs = ["127.0.0.0/8"]) => {
    const policy = { allowedCidrs, allowLoopback: false, requireHttps: false, nameServers: [names.address] };
    const url = `http://${host}:${receiver.port}/hook`;
    const message = { url, body: "{}", secrets: ["s"] as const, id: "d", timestampSeconds: asUnixSeconds(1) };
    return createWebhookSender({ ...policy, timeoutMs }).send(message);
  };

  it("is asked of the name servers, and what they say is judged", async () => {
    expect(await send("shop.example")).to.include({ kind: "answered", status: 200 });
    const refused = await send("shop.example", 5_000, []);
    expect(refused).to.have.property("reason").that.includes("Webhooks may not go to shop.example");
    expect(await send("nobody.example", 5_000, [])).to.deep.equal({
      ...{ kind: "failed", reason: "The connection failed: ENOTFOUND." },
    });
  });

  it("may be in the hosts file where the operator has allowed networks", async () => {
    expect(await send("localhost")).to.include({ kind: "answered" });
    expect(await send("localhost", 5_000, [])).to.have.property("kind", "failed");
  });

  it("holds up nobody else while its name server says nothing, and is given up at the deadline", async () => {
    let pending = 16;
    const silent = Array.from({ length: pending }, async (_, index) => {
      const outcome = await send(`silent${index}.example`, 1_500);
      pending--;
      return outcome;
    });
    await lookup("localhost"); // as every other connection of the process does
    expect(await send("shop.example")).to.include({ kind: "answered" });
    expect(pending, "all of them still wait").to.equal(16);
    for (const outcome of await Promise.all(silent))
      expect(outcome).to.deep.equal({ kind: "failed", reason: "No answer within 1.5 seconds." });
  });
});
