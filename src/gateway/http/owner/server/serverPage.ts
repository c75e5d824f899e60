import path from "node:path";
import { Router, type Response } from "express";
import { readEmailAddress } from "../../../domain/mail/emailAddress.ts";
import { typedAmount } from "../../../../values/typedAmount.ts";
import { MINUTE_MS } from "../../../../values/time.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { SERVER_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { createChecks, type Checks, type Run } from "./checks.ts";
import { endView } from "./endView.ts";
import type { JobLine, ServerTools } from "./serverTools.ts";

const CHECKS = ["mail", "rates", "quotes", "audit", "reconcile"] as const;

const REFRESH_SECONDS = 5; // while an audit or a reconciliation runs

const SAMPLE_AMOUNT = "25"; // of the settlement coin
const AMOUNT = /^(?!0*(?:\.0*)?$)\d{1,15}(?:\.\d{1,18})?$/;

type Said = Readonly<{
  mailTo?: string;
  mailProblem?: string;
  backupProblem?: string;
  amount?: string;
  amountProblem?: string;
}>;

/**
 * The page of the server, for administrators: what it is connected to and how that is, with buttons that test it. An audit and a
 * reconciliation go on in the background; their result is on the page once they have ended.
 */
export function serverPage(gateway: AuthDeps, door: SessionGuard, tools: ServerTools): Router {
  const router = Router();
  const checks = createChecks(gateway.clock);
  const show = (response: Response, said: Said = {}, status = 200) =>
    showServer(gateway, response, { tools, checks }, said, status);

  router.get(SERVER_PATH, ...door.page(), async (_request, response) => {
    await show(response);
  });

  const form = door.form();
  router.post(`${SERVER_PATH}/mail`, ...form, async (request, response) => {
    const mailTo = (fieldOf(request, "to") ?? "").trim();
    const to = readEmailAddress(mailTo);
    if (to === undefined) {
      const mailProblem = wordsFor(response)("Enter one e-mail address, such as ada@example.com.");
      return show(response, { mailTo, mailProblem }, 422);
    }
    await checks.start("mail", () => tools.testMail(to));
    response.redirect(303, `${SERVER_PATH}#mail`);
  });

  router.post(`${SERVER_PATH}/rates`, ...form, async (_request, response) => {
    await checks.start("rates", () => tools.testRates());
    response.redirect(303, `${SERVER_PATH}#rates`);
  });

  router.post(`${SERVER_PATH}/quotes`, ...form, async (request, response) => {
    const amount = typedAmount(fieldOf(request, "amount") ?? "");
    if (!AMOUNT.test(amount)) {
      const amountProblem = wordsFor(response)("Enter an amount above zero, such as 25.");
      return show(response, { amount, amountProblem }, 422);
    }
    await checks.start("quotes", () => tools.compareQuotes(amount, fieldOf(request, "address") === "1"));
    response.redirect(303, `${SERVER_PATH}#service`);
  });

  for (const name of ["audit", "reconcile"] as const)
    router.post(`${SERVER_PATH}/${name}`, ...form, async (_request, response) => {
      void checks.start(name, () => tools[name]());
      await door.record(response, { action: `server.${name}_started` });
      response.redirect(303, `${SERVER_PATH}#${name}`);
    });

  const guarded = door.form();
  router.post(`${SERVER_PATH}/backup`, ...guarded, async (_request, response) => {
    let made: Awaited<ReturnType<ServerTools["backUp"]>>;
    try {
      made = await tools.backUp();
    } catch (error) {
      gateway.log.error("backup.failed", { error });
      const backupProblem = error instanceof Error ? error.message : String(error);
      return show(response, { backupProblem }, 500);
    }
    await door.record(response, { action: "server.backed_up", after: { rows: made.rows } });
    response.download(path.resolve(made.file), path.basename(made.file), { dotfiles: "allow" });
  });
  return router;
}

async function showServer(
  gateway: AuthDeps,
  response: Response,
  { tools, checks }: Readonly<{ tools: ServerTools; checks: Checks }>,
  said: Said,
  status: number,
): Promise<void> {
  const zone = pageZone(response);
  const backup = await tools.lastBackup();
  const runs = CHECKS.map((name) => [name, runView(checks.of(name), zone)] as const);
  if (runs.some(([, run]) => run?.isGoing)) response.set("Refresh", `${REFRESH_SECONDS}; url=${SERVER_PATH}`); // an address with a fragment, as "#audit", is not loaded again
  const { version, mode, database, dataDir, mailServer, service, rateSources } = tools;
  const { quoteVersion, ends } = await tools.standing();
  const around = { now: gateway.clock(), zone, tr: wordsFor(response), service };
  const view = {
    ...frameOf(gateway, response),
    ...said,
    version,
    mode,
    database,
    dataDir,
    mailServer,
    service,
    quoteVersion,
    ends: ends.map((end) => endView(end, around)),
    rateSources,
    page: SERVER_PATH,
    health: await tools.health(wordsFor(response)),
    jobs: tools.jobs().map((job) => jobView(job, zone)),
    backup: backup === undefined ? undefined : readableTime(backup, zone),
    runs: Object.fromEntries(runs),
    amount: said.amount ?? SAMPLE_AMOUNT,
    mailTo: said.mailTo ?? visitorOf(response).user.email ?? "",
  };
  sendOwnerPage(response, "server/server", view, { status });
}

function runView(run: Run | undefined, zone: string) {
  if (!run) return undefined;
  const { startedAt, endedAt, finding } = run;
  return { started: readableTime(startedAt, zone), isGoing: endedAt === undefined, ...finding };
}

function jobView({ name, age, failures, error, owner }: JobLine, zone: string) {
  return {
    name,
    minutes: age === undefined ? undefined : Math.floor(age / MINUTE_MS),
    failures,
    isHere: owner?.isHere ?? true,
    holder: owner?.holder,
    error: error && { ...readableTime(error.at, zone), message: error.message },
  };
}
