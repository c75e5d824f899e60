import type { Client } from "../../../sdk/client.ts";
import { timeOrderedId, type Random } from "../../../values/ids.ts";
import type { Log } from "../../../runtime/log.ts";
import type { Sandbox } from "../../sandbox.ts";
import type { Clock } from "../../../values/time.ts";
import type { Play, Scenario, Step } from "./scenario.ts";

/** Where scenarios are played. Each step is taken by a job, so that a test can move the clock. */
export type Stage = Readonly<{
  /** Makes an invoice of 25 US dollars and begins. */
  start(scenario: Scenario): Promise<Play>;
  /** Takes the steps that are due. */
  goOn(): Promise<void>;
  /** The newest first. */
  plays(): readonly Play[];
  find(id: string): Play | undefined;
}>;

type Parts = Readonly<{ shop: Client; sandbox: Sandbox; clock: Clock; random: Random; log: Log }>;
type Running = { play: Play; steps: readonly Step[]; next: number };

const REMEMBERED = 50;
const PRICE = { amount: "25.00", currency: "USD" };

/** A stage on which scenarios are played step by step. */
export function createStage({ shop, sandbox, clock, random, log }: Parts): Stage {
  let running: readonly Running[] = [];
  const say = (one: Running, text: string, ended: boolean) => {
    one.play = { ...one.play, ended, done: [...one.play.done, { at: clock(), text }] };
  };
  const goOnWith = async (one: Running) => {
    const step = one.steps[one.next];
    if (!step || one.play.ended) return;
    try {
      if (step.when && !step.when(await shop.getInvoice({ invoiceId: one.play.invoiceId }))) return;
      one.next += 1; // before it is done: after any failure, nothing is paid twice
      say(one, await step.act(), one.next === one.steps.length);
    } catch (error) {
      log.warn("scenario.stopped", { scenario: one.play.name, error });
      say(one, `It stopped: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  };
  return {
    async start(scenario) {
      const id = timeOrderedId(clock(), random);
      const { name, minutes } = scenario;
      const checkout = minutes === undefined ? {} : { expirationMinutes: minutes };
      const metadata = { orderId: `${name}-${id.slice(-6)}`, itemDesc: scenario.title };
      const invoice = await shop.createInvoice({ body: { ...PRICE, metadata, checkout } });
      const play = {
        id,
        name,
        invoiceId: invoice.id,
        checkoutLink: invoice.checkoutLink,
        done: [],
        ended: false,
      };
      const steps = scenario.steps({ shop, sandbox, invoiceId: invoice.id });
      running = [{ play, steps, next: 0 }, ...running].slice(0, REMEMBERED);
      return play;
    },
    async goOn() {
      for (const one of running) await goOnWith(one);
    },
    plays: () => running.map(({ play }) => play),
    find: (id) => running.find(({ play }) => play.id === id)?.play,
  };
}
