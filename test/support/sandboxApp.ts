import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import type { Outside } from "../../src/gateway/compose/deps.ts";
import type { Job } from "../../src/runtime/jobs/job.ts";
import type { StartNode } from "../../src/sandbox/evm/evmChain.ts";
import type { OutsideTime } from "../../src/runtime/steadyClock.ts";
import type { Log } from "../../src/runtime/log.ts";
import { codesLog } from "./refusedCodes.ts";
import { frequentJobs } from "./frequentJobs.ts";
import { startServiceFront } from "./serviceFront.ts";
import { keptSandbox } from "./keptSandbox.ts";
import { askLocal, type LocalAnswer } from "./localHttp.ts";
import { testClock, type TestClock } from "./clock.ts";

/**
 * The whole application in sandbox mode on a free port: gateway, intent service, both chains. Nothing runs by itself:
 * `run` calls the jobs, and the clock moves only when a test moves it.
 */
export type SandboxApp = Readonly<{
  app: App;
  clock: TestClock;
  dataDir: string;
  url: string;
  storeId: string;
  apiKey: string;
  /** Runs every job that comes at least once a minute, or the named ones, once and in order. */
  run(...names: readonly string[]): Promise<void>;
  /** Ends this process' part as a crash would leave it for the next one, and starts again on the same data. */
  restart(changed?: Pick<SandboxAppOptions, "clock" | "outsideTime">): Promise<SandboxApp>;
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  /** A sandbox control, e.g. control("bitcoin/mine", { blocks: 1 }). */
  control(path: string, body: unknown): Promise<ApiAnswer>;
  close(): Promise<void>;
}>;

export type ApiAnswer = Readonly<{ status: number; body: unknown }>;

export type SandboxAppOptions = Readonly<{
  databaseUrl?: string;
  dataDir?: string;
  clock?: TestClock;
  outsideTime?: OutsideTime;
  log?: Log;
  env?: Readonly<Record<string, string>>;
  quoteTimeoutMs?: number;
  /** What the intent service shows: everything, or what the contract shows; by its own setting, or by a stand-in before it. */
  service?: "full" | "bare" | "stripped";
  /** Puts others in the place of the services and keys that the gateway works with, at each start. */
  outside?: (settings: Outside) => Outside;
  /** Lets the service push news, which then arrives by itself. Else everything is found by the jobs that a test calls. */
  pushes?: boolean;
  /** Starts on chains and in a database that have nothing yet, instead of after an earlier first start. */
  isFirst?: boolean;
}>;

/**
 * Starts the application. Where nothing speaks against it, that is the second start of one that has run every job once
 * before, on nodes that the tests of this process share one after the other: it takes a fifth of the time.
 */
export async function startSandboxApp(options: SandboxAppOptions = {}): Promise<SandboxApp> {
  const { dataDir, clock, databaseUrl, isFirst } = options;
  const isLater = dataDir !== undefined && fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0;
  const isOtherTime = clock !== undefined && clock() !== testClock()();
  if (isFirst || isLater || isOtherTime || databaseUrl !== undefined) return launch(options);
  const { copyTo, startNode } = await keptSandbox(firstRun);
  const folder = dataDir ?? newFolder();
  copyTo(folder);
  return launch({ ...options, dataDir: folder }, startNode, dataDir === undefined);
}

async function firstRun(dataDir: string): Promise<void> {
  const { run, close } = await launch({ dataDir });
  await run();
  await close();
}

function newFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-"));
}

async function launch(
  options: SandboxAppOptions,
  startNode?: StartNode,
  isOwnFolder = options.dataDir === undefined,
): Promise<SandboxApp> {
  const dataDir = options.dataDir ?? newFolder();
  const clock = options.clock ?? testClock();
  const bare = options.service === "bare" ? { NETWORK_BARE: "1" } : {};
  const env = { PORT: "0", DATA_DIR: dataDir, ...bare, ...options.env };
  const stripped =
    options.service === "stripped" ? await startServiceFront({ contractOnly: true }, clock) : undefined;
  const config = loadConfig(options.databaseUrl ? { ...env, DATABASE_URL: options.databaseUrl } : env);
  const app = await build(config, {
    clock,
    random: (length) => randomBytes(length),
    log: options.log ?? codesLog,
    outsideTime: options.outsideTime,
    ...(startNode && { startNode }),
    ...(options.quoteTimeoutMs && { quoteTimeoutMs: options.quoteTimeoutMs }),
    outside:
      stripped?.before ??
      options.outside ??
      ((settings) =>
        options.pushes
          ? settings
          : { ...settings, intentsStreamUrl: undefined, explorerStreamUrl: undefined }),
  });
  await startUp(app);
  if (!app.sandbox) throw new Error("The test application did not start a sandbox.");
  const { storeId, apiKey } = app.sandbox.file;
  const stop = async () => {
    await app.close();
    await stripped?.close();
  };
  const close = async () => {
    await stop();
    if (isOwnFolder) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    ...{ app, clock, dataDir, storeId, apiKey, close, url: app.url },
    ...apiOf(app.url, storeId, apiKey),
    run: runnerOf(app.jobs),
    restart: async (changed) => {
      await stop();
      return launch({ ...options, dataDir, clock, ...changed }, startNode, isOwnFolder);
    },
    control: async (name, body) =>
      answerOf(
        await askLocal(`${app.url}/sandbox/${name}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
  };
}

/** Calls of the merchant API for a store. */
export function apiOf(url: string, storeId: string, apiKey: string): Pick<SandboxApp, "get" | "post"> {
  const api = `${url}/api/v1/stores/${storeId}`;
  const headers = {
    authorization: `token ${apiKey}`,
    "content-type": "application/json",
    "accept-encoding": "identity", // packing and unpacking an answer takes as long as making it
  };
  return {
    get: async (suffix) => answerOf(await askLocal(api + suffix, { headers })),
    post: async (suffix, body) =>
      answerOf(await askLocal(api + suffix, { method: "POST", headers, body: JSON.stringify(body ?? {}) })),
  };
}

/** Runs jobs by their names, or all that come at least once a minute. */
export function runnerOf(jobs: readonly Job[]): SandboxApp["run"] {
  return async (...names) => {
    for (const job of pick(jobs, names)) await job.run();
  };
}

function pick(jobs: readonly Job[], names: readonly string[]): readonly Job[] {
  if (names.length === 0) return frequentJobs(jobs);
  return names.map((name) => {
    const job = jobs.find((candidate) => candidate.name === name);
    if (!job)
      throw new Error(`There is no job "${name}"; there are ${jobs.map((other) => other.name).join(", ")}.`);
    return job;
  });
}

function answerOf({ status, headers, text }: LocalAnswer): ApiAnswer {
  const isJson = (headers["content-type"] ?? "").startsWith("application/json");
  return { status, body: isJson ? (JSON.parse(text) as unknown) : text };
}
