import type { Invocation } from "./command.ts";

type Env = Invocation["env"];

/** Small readers that note what is wrong in `problems` and go on, so that one start shows all mistakes. An empty text counts as not set. */
export function settingsReader(env: Env, problems: string[]) {
  const text = (name: string) => env[name] || undefined;
  const list = (name: string) => splitList(env[name]);
  return {
    text,
    list,
    /** One of the words, or the fallback where it is not set. */
    oneOf<T extends string>(name: string, words: readonly T[], fallback: T): T {
      const given = text(name);
      const found = words.find((word) => word === given);
      if (given !== undefined && found === undefined)
        problems.push(`${name} must be one of ${words.join(", ")}; got "${given}".`);
      return found ?? fallback;
    },
    whole(name: string, fallback: number, smallest: number, largest: number): number {
      const given = text(name);
      if (given === undefined) return fallback;
      const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
      if (value >= smallest && value <= largest) return value;
      problems.push(`${name} must be a whole number from ${smallest} to ${largest}; got "${given}".`);
      return fallback;
    },
    /** 1 or 0. */
    flag(name: string, fallback: boolean): boolean {
      return this.oneOf(name, ["0", "1"], fallback ? "1" : "0") === "1";
    },
    /** http(s) URLs. What came is not shown: providers put keys into them. */
    urls(name: string): readonly string[] {
      const given = list(name);
      if (!given.every(isHttpUrl))
        problems.push(`${name} must be http(s) URLs, separated by commas; got something else.`);
      return given;
    },
    url(name: string): string | undefined {
      const given = text(name);
      if (given === undefined || isHttpUrl(given)) return given;
      problems.push(`${name} must be an http(s) URL; got something else.`);
      return undefined;
    },
    /** What `read` makes of the text; what it throws becomes a problem. */
    read<T>(name: string, fallback: T, read: (text: string) => T): T {
      const given = text(name);
      if (given === undefined) return fallback;
      try {
        return read(given);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        problems.push(message.startsWith(name) ? message : `${name}: ${message}`);
        return fallback;
      }
    },
  };
}
export type SettingsReader = ReturnType<typeof settingsReader>;

/** The items of a text with commas, without blanks around them. */
export function splitList(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").map((item) => item.trim()).filter((item) => item !== ""); // prettier-ignore
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
}
