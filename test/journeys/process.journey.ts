import { expect } from "chai";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { readSandboxFile, type SandboxFile } from "../../src/gateway/compose/sandboxFile.ts";
import { usualCases } from "../support/sizes.ts";
import { settableClock } from "../support/settableClock.ts";
import { livingChildren, startProcess, type Running } from "../support/process.ts";

/** The program as a user starts it, on the real clock; blocks come every second. */
describe("the program", function () {
  this.timeout(90_000);

  let dataDir: string;
  let port: string;
  let running: Running;

  beforeEach(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-process-"));
    port = String(await freePort());
  });
  afterEach(async () => {
    if (running.child.exitCode === null && running.child.signalCode === null) await running.end("SIGKILL");
    for (const pid of fs.existsSync(path.join(dataDir, "sandbox-children.json"))
      ? livingChildren(dataDir)
      : []) {
      process.kill(pid, "SIGKILL");
    }
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it("prints what a newcomer needs, goes on after kill -9 and when the machine's clock is set back, and leaves no process behind", async () => {
    const clock = settableClock(path.join(dataDir, "clock-shift"));
    const start = async () => {
      running = startProcess(["serve"], { ...clock.env, DATA_DIR: dataDir, PORT: port });
      await running.said("Start over");
    };
    await start();
    expect(running.output(), "said before the work that takes seconds").to.match(/^Starting Crosstill/);
    const file = sandboxFile(dataDir);
    for (const text of [
      `/i/`,
      file.apiKey,
      file.storeId,
      "/sandbox/wallet",
      "/owner/setup?token=",
      "curl -s",
      " s after its start",
      "delete",
    ]) {
      expect(running.output()).to.contain(text);
    }
    expect(fs.statSync(path.join(dataDir, "sandbox.json")).mode & 0o777).to.equal(0o600);

    const [, invoiceId = ""] = /\/i\/([A-Za-z0-9]+)/.exec(running.output()) ?? [];
    await control(file, "bitcoin/automine", { seconds: 0 });
    await payWhole(file, invoiceId);
    const orphans = livingChildren(dataDir);
    await running.end("SIGKILL");
    expect(livingChildren(dataDir)).to.have.length(2);
    await start();
    expect(
      livingChildren(dataDir).filter((pid) => orphans.includes(pid)),
      "the dead process' chains",
    ).to.deep.equal([]);
    const settled = settledEvent(file, invoiceId);
    await control(file, "bitcoin/mine", { blocks: 1 });
    await settled;
    const invoice = await api(file, `/invoices/${invoiceId}`);
    expect(invoice).to.deep.include({ status: "Settled" });

    await control(file, "bitcoin/automine", { seconds: 1 });
    let shift = 0;
    for (const back of usualCases([3_600_000], [30_000])) {
      const { id } = (await api(file, "/invoices", { amount: "25.00", currency: "USD" })) as { id: string };
      clock.set(running, (shift -= back));
      await running.said(`"seconds":${back / 1000},"msg":"clock.set_back"`);
      const paid = settledEvent(file, id);
      await payWhole(file, id);
      await paid;
    }
    expect(await running.end("SIGINT")).to.equal(0);
    expect(livingChildren(dataDir)).to.have.length(0);
  });

  it("names the port when it is busy, and starts nothing", async () => {
    const busy = net.createServer();
    await new Promise<void>((resolve) => busy.listen(Number(port), "127.0.0.1", resolve));
    running = startProcess(["serve"], { DATA_DIR: dataDir, PORT: port });
    const code = await new Promise((resolve) => running.child.on("exit", resolve));
    busy.close();
    expect(code).to.equal(1);
    expect(running.output()).to.contain(`Port ${port} is in use`).and.not.contain("    at ");
  });
});

function sandboxFile(dataDir: string): SandboxFile {
  const file = readSandboxFile(path.join(dataDir, "sandbox.json"));
  if (!file) throw new Error("sandbox.json was not written.");
  return file;
}

async function control({ url }: SandboxFile, name: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/sandbox/${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).to.equal(200);
}

async function api({ url, storeId, apiKey }: SandboxFile, suffix: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await fetch(`${url}/api/v1/stores/${storeId}${suffix}`, { headers, ...sent })).json();
}

async function bitcoinMethod(
  file: SandboxFile,
  invoiceId: string,
): Promise<{ destination: string; due: string }> {
  const [method] = (await api(file, `/invoices/${invoiceId}/payment-methods`)) as {
    destination: string;
    due: string;
  }[];
  const [whole = "0", fraction = ""] = method!.due.split(".");
  return { destination: method!.destination, due: `${whole}.${fraction.padEnd(8, "0")}` };
}

/** Pays what is due of an invoice in Bitcoin. */
async function payWhole(file: SandboxFile, invoiceId: string): Promise<void> {
  const { destination, due } = await bitcoinMethod(file, invoiceId);
  const sats = BigInt(due.replace(".", "")).toString(); // eight decimals less the point are sats
  await control(file, "bitcoin/pay", { address: destination, sats });
}

/** Follows the checkout's own event stream until the invoice is settled. */
async function settledEvent(file: SandboxFile, invoiceId: string): Promise<void> {
  const response = await fetch(`${file.url}/i/${invoiceId}/events`);
  const reader = response.body!.getReader();
  for (;;) {
    const { done } = await reader.read();
    const state = (await (await fetch(`${file.url}/i/${invoiceId}/status`)).json()) as { status: string };
    if (state.status === "Settled") return reader.cancel();
    if (done) throw new Error("The event stream ended before the invoice was settled.");
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo; // it listens on a port
      probe.close(() => resolve(port));
    });
  });
}
