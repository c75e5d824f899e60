import { parseArgs } from "node:util";
import { USAGE, type CommandName } from "./usage.ts";

/** The arguments of a command, as its usage line describes them. */
export type Arguments = Readonly<{
  words: readonly string[]; // what is not an option, in order
  /** The value of --name, the last one given; undefined without the option. */
  option(name: string): string | undefined;
  /** The value of --name, every time it is given. */
  options(name: string): readonly string[];
  /** The value of --name; throws with the usage when it is missing. */
  require(name: string): string;
  /** Throws with every one of these that is missing. */
  requireAll(...names: readonly string[]): void;
  /** Whether --name is given, for options without a value. */
  has(name: string): boolean;
}>;

/** One option of a usage line: its name without dashes, and the placeholder of its value if it takes one. */
export type UsageOption = Readonly<{ name: string; value: string | undefined }>;

/** What the usage line does not tell: how many words are taken (0), and further spellings of options. */
type Room = Readonly<{ words?: number; otherNames?: Readonly<Record<string, string>> }>;

/**
 * Reads the arguments of a command by its usage line. Throws with that line for an unknown option, for one
 * without its value or with one too many, and for more words than there is room for.
 */
export function readArguments(
  args: readonly string[],
  command: CommandName,
  { words = 0, otherNames = {} }: Room = {},
): Arguments {
  const usage = USAGE[command];
  const known = new Map(usageOptions(usage).map(({ name, value }) => [name, value !== undefined]));
  for (const [other, name] of Object.entries(otherNames)) known.set(other, known.get(name) ?? true);
  const types = [...known].map(([name, takesValue]) => [name, { type: takesValue ? "string" : "boolean" }]);
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types) as Record<string, { type: "string" | "boolean" }>,
    strict: false, // the messages are ours
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === "option");
  const unknown = given.filter(({ name }) => !known.has(name)).map(({ rawName }) => rawName);
  const surplus = positionals.slice(words);
  if (unknown.length + surplus.length > 0)
    throw new Error(`Unknown: ${[...unknown, ...surplus].join(" ")}. ${usageOf(command)}`);
  for (const { name, value } of given) {
    if (known.get(name) ? !value || value.startsWith("--") : value !== undefined)
      throw new Error(`--${name} expects ${known.get(name) ? "a value" : "no value"}. ${usageOf(command)}`);
  }
  const options = (wanted: string) =>
    given.flatMap(({ name, value }) => ((otherNames[name] ?? name) === wanted && value ? [value] : []));
  const requireAll = (...names: readonly string[]) => {
    const missing = names.filter((name) => options(name).length === 0).map((name) => `--${name}`);
    if (missing.length > 0) throw new Error(`${listed(missing)} missing. ${usageOf(command)}`);
  };
  return {
    words: positionals,
    options,
    option: (name) => options(name).at(-1),
    require: (name) => {
      requireAll(name);
      return options(name).at(-1) ?? "";
    },
    requireAll,
    has: (wanted) => given.some(({ name }) => name === wanted),
  };
}

/** "--a is", or "--a, --b and --c are". */
function listed(names: readonly string[]): string {
  const [last = "", ...before] = names.toReversed();
  return before.length === 0 ? `${last} is` : `${before.toReversed().join(", ")} and ${last} are`;
}

/** The usage of a command, or where to read it when it fills a page. */
function usageOf(command: CommandName): string {
  const usage = USAGE[command];
  return usage.length <= LONGEST_USAGE
    ? `Usage: crosstill ${usage}`
    : `"crosstill ${command} --help" says what it takes.`;
}

const LONGEST_USAGE = 160; // two lines of a terminal

/** The options of a usage line, each once, in its order. */
export function usageOptions(usage: string): readonly UsageOption[] {
  const found = new Map<string, UsageOption>();
  for (const [, name = "", value] of usage.matchAll(OPTION))
    if (!found.has(name)) found.set(name, { name, value });
  return [...found.values()];
}

/** An option, and its value: everything up to the end of the brackets, or a placeholder. */
const OPTION = /--([a-z-]+)(?: ((?:<[^>]*>|[^\s[\]|<-][^\s[\]<]*)(?:[:=,|…]*(?:<[^>]*>|[^\s[\]<])+)*))?/g;
