import { build, type App } from "../../gateway/compose/app.ts";
import { ConfigError, loadConfig, type Config } from "../../gateway/compose/config.ts";
import { createCheckedSettings, startChecks } from "../../gateway/compose/startChecks.ts";
import { fingerprintOf } from "../../gateway/usecases/signatures/fingerprint.ts";
import { issueInvoice } from "../../gateway/usecases/invoices/issueInvoice.ts";
import { newOwnerLink, OWNER_LINK_HOURS } from "../../gateway/usecases/access/accessLinks.ts";
import { OWNER_PATH, ownerLinkUrl } from "../../gateway/http/owner/paths.ts";
import { logStalledJobs } from "../../runtime/jobs/jobWatch.ts";
import { startSchedule } from "../../runtime/jobs/schedule.ts";
import { logClock } from "../../runtime/logClock.ts";
import { createLog } from "../../runtime/log.ts";
import { MINUTE_MS } from "../../values/time.ts";
import { CommandFailure, type Command, type Invocation } from "../command.ts";
import { misspeltGatewaySettings } from "./gatewayNames.ts";
import { readArguments } from "../arguments.ts";
import { ownersPagesClosed } from "./ownersPagesClosed.ts";

const STARTING: Readonly<Record<Config["mode"], string>> = {
  sandbox: "Starting Crosstill: test chains, the intent service and the gateway. This takes a few seconds.",
  live: "Starting Crosstill in live mode.",
};

/** Starts everything, prints the addresses, and runs until it is stopped. */
export const serve: Command = async (invocation) => {
  const role = readArguments(invocation.args, "serve").option("role");
  const env = role === undefined ? invocation.env : { ...invocation.env, CROSSTILL_ROLE: role };
  const config = loadConfig(env, misspeltGatewaySettings(env));
  const log = createLog(config.logLevel);
  invocation.note(STARTING[config.mode]);
  const { clock, outsideTime, random } = invocation;
  const stopped = untilStopped(invocation);
  const checkedSettings = createCheckedSettings(config.mode === "live" ? startChecks(config) : []);
  const wrong = await checkedSettings.run(); // before anything is opened or migrated
  if (wrong.length > 0) throw new ConfigError(wrong);
  for (const warning of checkedSettings.warnings()) invocation.note(`Warning: ${warning} It is asked again.`);
  const elapsed = () => performance.now();
  const building = build(config, { checkedSettings, clock, outsideTime, random, log, elapsed });
  const app = await Promise.race([building, stopped.then(stopDuringStart)]);
  const { cluster } = app;
  const jobs = cluster.own(app.jobs);
  await cluster.beat();
  await startUp(app, jobs);
  const schedule = startSchedule(jobs, { log, clock: app.gateway.clock });
  const stopTelling = [logStalledJobs(app.watch, log), ...(outsideTime ? [logClock(outsideTime, log)] : [])];
  if (app.sandbox) await announceSandbox(invocation, app);
  else {
    const ready = `Crosstill is ready at ${app.url} (${liveMode(config)}), ${seconds(invocation)} s after its start.`;
    invocation.print([ready, signingLine(app), mailLine(config)].join("\n"));
    if (config.role !== "worker") invocation.note(await ownerLine(app, await hasOwnerLink(app)));
  }
  await stopped;
  app.announceStop();
  for (const stop of stopTelling) stop();
  invocation.print("Stopping: waiting for the work in flight.");
  const unsaid = (error: unknown) => log.warn("jobs.not_handed_over", { error }); // the leases end by themselves
  await cluster.handOver().catch(unsaid);
  await schedule.stop();
  await cluster.leave().catch(unsaid);
  await app.close();
};

/** What would otherwise wait for its time: which lists the service keeps, whether the quote address has a balance, and older books. */
export async function startUp(app: App, jobs = app.jobs): Promise<void> {
  for (const name of ["reach service", "check quote user", "fill book lines", "follow bitcoin"]) {
    await jobs
      .find((job) => job.name === name)
      ?.run()
      .catch((error: unknown) => app.gateway.log.warn("start.not_checked", { job: name, error }));
  }
}

function liveMode({ role }: Config): string {
  if (role === "all") return "live mode";
  return role === "web" ? "live mode, pages and the API without jobs" : "live mode, jobs without pages";
}

/** Ends the process: what the start has made so far ends with it. */
function stopDuringStart(): never {
  throw new CommandFailure("Stopped before the start was complete.", 0);
}

function untilStopped({ onStop }: Invocation): Promise<void> {
  return new Promise((resolve) => onStop(resolve));
}

async function announceSandbox(invocation: Invocation, app: App): Promise<void> {
  const { sandbox, url } = app;
  if (!sandbox) return;
  if (!(await sandbox.untilServing()))
    invocation.note("The sandbox's intent service gives no quotes yet. They follow by themselves.");
  const { storeId, apiKey } = sandbox.file;
  const demo = await demoInvoice(app, storeId);
  invocation.print(
    [
      ``,
      `Crosstill is ready: sandbox mode, ${seconds(invocation)} s after its start.`,
      ``,
      `  Home             ${url}`,
      `  Demo checkout    ${demo ?? "none: the intent service gave no price; create an invoice below"}`,
      `  Sandbox wallet   ${url}/sandbox/wallet`,
      `  Sandbox e-mail   ${url}/sandbox/mail`,
      `  Store id         ${storeId}`,
      `  API key          ${apiKey}`,
      `  ${await ownerLine(app)}`,
      `  ${signingLine(app)}`,
      ``,
      `Create an invoice for 25.00 USD:`,
      `  ${sandbox.face().curl}`,
      ``,
      `Start over: stop this (Ctrl-C) and delete the data directory (DATA_DIR, ./data by default).`,
      ``,
    ].join("\n"),
  );
}

/** The key that merchants' customers compare (docs/reference/signatures.md). */
function signingLine({ gateway }: App): string {
  return `Signing key      ${fingerprintOf(gateway.signer.publicKey)}`;
}

/** Whether customers and payers are written to. */
function mailLine({ mail }: Config): string {
  return mail
    ? `E-mail           by ${mail.smtp.host}, from ${mail.from.address}`
    : "E-mail           off: SMTP_URL is not set";
}

/** Returns true while the link of an earlier start works. */
async function hasOwnerLink({ gateway: { persistence, clock } }: App): Promise<boolean> {
  const links = await persistence.accessLinks.list();
  return links.some(({ kind, expiresAt }) => kind === "owner" && expiresAt > clock());
}

/**
 * Returns the line about the owner's pages: the sign-in page or, before there is an account, a one-time link to make it. While
 * an earlier link works, no new one is made. Over plain http from another machine there is no such page.
 */
async function ownerLine({ gateway, url }: App, isPrinted = false): Promise<string> {
  const closed = ownersPagesClosed(url);
  if (closed) return `Owner's pages    ${closed}`;
  const users = await gateway.persistence.users.list();
  if (users.length > 0) return `Owner            ${url}${OWNER_PATH}`;
  if (isPrinted)
    return "Owner account    open the link that an earlier start printed; crosstill owner link makes a new one";
  return `Owner account    ${ownerLinkUrl(url, await newOwnerLink(gateway))}   (works once, for ${OWNER_LINK_HOURS} hours)`;
}

async function demoInvoice(app: App, storeId: string): Promise<string | undefined> {
  const { gateway, url } = app;
  const store = await gateway.persistence.stores.load(storeId);
  if (!store) return undefined;
  try {
    const { id, terms } = await issueInvoice(gateway, store, {
      amount: 2500n,
      currency: "USD",
      decimals: 2,
      metadata: { orderId: "demo", itemDesc: "A demo order" },
      expirationMinutes: undefined,
      monitoringMinutes: undefined,
      policy: {},
      checkout: {
        redirectUrl: undefined,
        redirectAutomatically: false,
        methods: [],
        defaultMethod: undefined,
      },
    });
    const minutes = Math.round((terms.expiresAt - terms.createdAt) / MINUTE_MS);
    return `${url}/i/${id}   (open for ${minutes} minutes; a button of Home opens another)`;
  } catch (error) {
    gateway.log.warn("demo.no_invoice", { error });
    return undefined;
  }
}

function seconds({ clock, startedAt }: Invocation): string {
  return ((clock() - startedAt) / 1000).toFixed(1);
}
