import fs from "node:fs";
import type { ChildProcess } from "node:child_process";

/**
 * The clock of the machine as a process sees it, to be set while it runs. `env` is for the start of the process; `set` shifts
 * its clock by so much (ms), as often as a test likes. The file holds the shift.
 */
export function settableClock(file: string) {
  fs.writeFileSync(file, "0");
  const script = `
    import fs from "node:fs";
    const Machine = Date;
    let shift = 0;
    process.on("SIGUSR2", () => (shift = Number(fs.readFileSync(${JSON.stringify(file)}, "utf8"))));
    globalThis.Date = class extends Machine {
      constructor(...given) { given.length === 0 ? super(Machine.now() + shift) : super(...given); }
      static now() { return Machine.now() + shift; }
    };`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    set({ child }: Readonly<{ child: ChildProcess }>, shiftMs: number): void {
      fs.writeFileSync(file, String(shiftMs));
      child.kill("SIGUSR2");
    },
  };
}
