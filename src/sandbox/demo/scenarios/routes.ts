import { Router, type Response } from "express";
import { isoTime } from "../../../values/time.ts";
import { refuseOtherSites } from "../../../gateway/http/sameSite.ts";
import { sendPage } from "../../pages.ts";
import type { Play } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";
import type { Stage } from "./stage.ts";

/**
 * The sandbox's own page, with a button for each scenario, and the same for scripts: POST /sandbox/scenarios/{name} gives the
 * invoice, GET /sandbox/scenarios/{id} what was done so far.
 */
export function scenarioRoutes(stage: Stage, url: string): Router {
  const router = Router();

  router.get("/sandbox", (_request, response) => {
    const plays = stage.plays().map((play) => ({ ...play, title: titleOf(play) }));
    sendPage(response, 200, "home", { scenarios: SCENARIOS, plays, url, timeOf: isoTime });
  });

  router.get("/sandbox/scenarios", (_request, response) => {
    response.json(SCENARIOS.map(({ name, title, about }) => ({ name, title, about })));
  });

  router.get("/sandbox/scenarios/:id", (request, response) => {
    const play = stage.find(request.params.id);
    if (!play) return refuse(response, `No scenario with this id was played since the start.`);
    response.json({ ...play, done: play.done.map(({ at, text }) => ({ at: isoTime(at), text })) });
  });

  router.post("/sandbox/scenarios/:name", async (request, response) => {
    refuseOtherSites(request, "Play scenarios on the sandbox's page");
    const scenario = SCENARIOS.find(({ name }) => name === request.params.name);
    if (!scenario)
      return refuse(response, `Expected one of ${SCENARIOS.map(({ name }) => name).join(", ")}.`);
    const play = await stage.start(scenario);
    if (request.accepts(["json", "html"]) === "html") return response.redirect(303, play.checkoutLink);
    response.json(play);
  });
  return router;
}

function titleOf({ name }: Play): string {
  return SCENARIOS.find((scenario) => scenario.name === name)?.title ?? name;
}

function refuse(response: Response, message: string): void {
  response.status(404).json({ code: "unknown-scenario", message });
}
