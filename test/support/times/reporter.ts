import fs from "node:fs";
import path from "node:path";
import Mocha from "mocha";
import { collectFileTimes, readFileTimes } from "./fileTimes.ts";
import { printSlowest, type RunTimes, type Step } from "./runTimes.ts";

const { EVENT_HOOK_END, EVENT_TEST_END, EVENT_RUN_END } = Mocha.Runner.constants;

/** Where the times of a run are kept, by the npm script that made it. */
const FOLDER = ".cache/test-times";

/** Returns true without a filter, and for the filter that divides the tests between `npm test` and `npm run test:postgres`. */
const isSuite = (grep: Mocha.MochaOptions["grep"]) => grep === undefined || String(grep) === "/postgres/i";

/**
 * Mocha's `spec` reporter, which also writes what each file, hook and test took to .cache/test-times/<npm script>.json and
 * prints the slowest. `npm run test:times` prints them again.
 */
export default class TimesReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const name = (process.env["npm_lifecycle_event"] ?? "mocha").replaceAll(":", "-");
    const lines = path.join(FOLDER, `${name}.${process.pid}.lines`);
    const steps: Step[] = [];
    const startedAt = performance.now();
    collectFileTimes(lines);
    const add = (kind: Step["kind"]) => (runnable: Mocha.Runnable) => {
      if (!runnable.file) return; // the root hooks of a run
      const file = path.relative(process.cwd(), runnable.file);
      steps.push({ kind, file, title: runnable.fullTitle(), ms: runnable.duration ?? 0 });
    };
    runner.on(EVENT_HOOK_END, add("hook"));
    runner.on(EVENT_TEST_END, add("test"));
    runner.once(EVENT_RUN_END, () => {
      // a file that cannot be loaded ends a parallel run twice
      const times: RunTimes = {
        wallMs: Math.round(performance.now() - startedAt),
        isWhole: this.stats.failures === 0 && isSuite(options.grep) && process.env["SHARD"] === undefined,
        files: readFileTimes(lines),
        steps,
      };
      fs.rmSync(lines, { force: true });
      fs.writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(times));
      printSlowest(times);
    });
  }
}
