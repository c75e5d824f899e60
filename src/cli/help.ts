import type { Command } from "./command.ts";
import { meantWord } from "./editDistance.ts";
import { OPTION_TEXTS } from "./optionTexts.ts";

/** One command of the command line. `takes` are its options; "*" means that it reads its arguments itself. */
export type Entry = Readonly<{ run: Command; about: string; usage: string; takes: readonly string[] }>;
type Commands = Readonly<Record<string, Entry>>;

const HELP: readonly string[] = ["help", "--help", "-h"];

/**
 * The requested help: of everything, of a group of commands, or of one command; undefined without a
 * request.
 */
export function readHelp(commands: Commands, words: readonly string[]): string | undefined {
  if (!words.some((word, index) => HELP.includes(word) && (word !== "help" || index < 2))) return undefined;
  const topic = words.filter((word) => !HELP.includes(word));
  const name = nameOf(commands, topic);
  const group = groupOf(commands, topic[0] ?? "");
  const size = Object.keys(group).length;
  const command = name === undefined ? undefined : commands[name];
  if (name !== undefined && command && (name.includes(" ") || size < 2)) return describe(name, command);
  return list(size > 0 ? group : commands);
}

/** The command that the words name. Throws with a list and, for a slip of the finger, with what was probably meant. */
export function findCommand(
  commands: Commands,
  words: readonly string[],
): Readonly<{ name: string; command: Entry }> {
  const [first = "", second] = words;
  const name = words.length === 0 ? "serve" : nameOf(commands, words);
  const command = name === undefined ? undefined : commands[name];
  const group = groupOf(commands, first);
  const size = Object.keys(group).length;
  const isMisspelt = name === first && size > 1 && second !== undefined && !second.startsWith("-");
  if (name !== undefined && command && !isMisspelt) return { name, command };
  const said = words.slice(0, 2).join(" ");
  const meant = meantWord(said, Object.keys(commands)) ?? meantWord(first, Object.keys(commands));
  const did = meant === undefined ? "" : ` Did you mean "crosstill ${meant}"?`;
  throw new Error(`There is no command "${words.join(" ")}".${did}\n${list(size > 0 ? group : commands)}`);
}

function nameOf(commands: Commands, [first = "", second = ""]: readonly string[]): string | undefined {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name));
}

/** The commands that begin with a word. */
function groupOf(commands: Commands, word: string): Commands {
  return Object.fromEntries(Object.entries(commands).filter(([name]) => name.split(" ")[0] === word));
}

/** One line for each command. */
function list(commands: Commands): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return ["The commands are:", ...lines, 'What a command takes: "crosstill <command> --help".'].join("\n");
}

function describe(name: string, { about, usage }: Entry): string {
  const lines = [about, `Usage: crosstill ${usage}`];
  const options = optionsOf(name, usage);
  if (options.length === 0) return lines.join("\n");
  const width = Math.max(...options.map(({ option }) => option.length));
  return [
    ...lines,
    "Options:",
    ...options.map(({ option, text }) => `  ${option.padEnd(width)}  ${text}`),
  ].join("\n");
}

/** The options of a command in the order of its usage, each once, with the value that they take and what they mean. */
export function optionsOf(
  command: string,
  usage: string,
): readonly Readonly<{ option: string; text: string }>[] {
  const found = new Map<string, Readonly<{ option: string; text: string }>>();
  for (const [, name = "", value] of usage.matchAll(OPTION)) {
    if (found.has(name)) continue;
    const text = OPTION_TEXTS[`${command} ${name}`] ?? OPTION_TEXTS[name] ?? "";
    found.set(name, { option: value === undefined ? name : `${name} ${value}`, text });
  }
  return [...found.values()];
}

/** An option, and its value: everything up to the end of the brackets, or a placeholder. */
const OPTION = /(--[a-z-]+)(?: ((?:<[^>]*>|[^\s[\]|<-][^\s[\]<]*)(?:[:=,|…]*(?:<[^>]*>|[^\s[\]<])+)*))?/g;
