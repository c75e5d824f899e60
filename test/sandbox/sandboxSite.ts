import type { Server } from "node:http";
import { createServer } from "node:http";
import express from "express";
import supertest from "supertest";
import { silentLog } from "../../src/runtime/log.ts";
import { startSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Clock } from "../../src/values/time.ts";

/** A sandbox without a data directory, and its pages as a visitor gets them. */
export type SandboxSite = Readonly<{
  sandbox: Sandbox;
  get(path: string): supertest.Test;
  /** Sends a form of a page. */
  submit(path: string, fields: Readonly<Record<string, string>>): supertest.Test;
  close(): Promise<void>;
}>;

export async function openSandboxSite(clock: Clock): Promise<SandboxSite> {
  const sandbox = await startSandbox({ publicUrl: "http://localhost:3000", clock, log: silentLog });
  const server: Server = createServer(express().use(sandbox.routes));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    sandbox,
    get: (path) => supertest(server).get(`/sandbox${path}`),
    submit: (path, fields) => supertest(server).post(`/sandbox${path}`).type("form").send(fields),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}
