import { fork } from "node:child_process";

/** A process of its own that does what it is asked, one thing after the other. */
export type Child = Readonly<{ ask<T>(what: string, about?: unknown): Promise<T>; close(): Promise<void> }>;

type Asked = Readonly<{ what: string; about: unknown }>;
type Answered = Readonly<{ result: unknown } | { problem: string }>;
/** What a process can do, by name. */
export type Skills = Readonly<Record<string, (about: never) => Promise<unknown>>>;

/** Starts the module, compiled or not, as a process of its own; it calls `serveParent`. Throws what goes wrong there. */
export function startChild(file: string, env: Readonly<Record<string, string>> = {}): Child {
  const execArgv = file.endsWith(".js") ? [] : process.execArgv; // what this process reads TypeScript by
  const child = fork(file, { execArgv, env: { ...process.env, ...env } });
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`The process of ${file} ended with ${code}.`)));
  });
  ended.catch(() => {}); // nobody may be waiting when it ends
  return {
    ask<T>(what: string, about?: unknown) {
      const answered = new Promise<T>((resolve, reject) => {
        child.once("message", (message: Answered) =>
          "problem" in message ? reject(new Error(message.problem)) : resolve(message.result as T),
        );
      });
      child.send({ what, about } satisfies Asked);
      return Promise.race([answered, ended]);
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}

/** Does what the parent asks for, until it hangs up. */
export function serveParent(skills: Skills): void {
  process.on("message", ({ what, about }: Asked) => {
    const skill = skills[what];
    const done = skill ? skill(about as never) : Promise.reject(new Error(`Nobody here can "${what}".`));
    done.then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
