import { usageOptions } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import { meantWord } from "./editDistance.ts";
import { OPTION_TEXTS } from "./optionTexts.ts";
import { USAGE, type CommandName } from "./usage.ts";

const NAMES = Object.keys(USAGE) as readonly CommandName[];
const HELP: readonly string[] = ["help", "--help", "-h"];

/** The requested help: of everything, of a group of commands, or of one command; undefined without a request. */
export function readHelp(words: readonly string[]): string | undefined {
  if (!words.some((word, index) => HELP.includes(word) && (word !== "help" || index < 2))) return undefined;
  const topic = words.filter((word) => !HELP.includes(word));
  const name = nameOf(topic);
  const group = groupOf(topic[0]);
  if (name !== undefined && (name.includes(" ") || group.length < 2)) return describe(name);
  return list(group);
}

/**
 * The command that the words name. Throws with what was probably meant, for a slip of the finger, and with the commands that
 * begin with the first word, where there are any.
 */
export function findCommand(words: readonly string[]): CommandName {
  const [first = "", second] = words;
  const name = words.length === 0 ? "serve" : nameOf(words);
  const group = groupOf(first);
  const isMisspelt = name === first && group.length > 1 && second !== undefined && !second.startsWith("-");
  if (name !== undefined && !isMisspelt) return name;
  if (group.length > 0 && second === undefined)
    throw new Error(`"crosstill ${first}" needs one more word.\n${list(group)}`);
  const said = words.slice(0, 2).join(" ");
  const meant = meantWord(said, NAMES) ?? meantWord(first, NAMES);
  const did = meant === undefined ? "" : ` Did you mean "crosstill ${meant}"?`;
  const known = group.length > 0 ? `\n${list(group)}` : ' "crosstill --help" lists the commands.';
  throw new Error(`There is no command "${words.join(" ")}".${did}${known}`);
}

function nameOf([first = "", second = ""]: readonly string[]): CommandName | undefined {
  return NAMES.find((name) => name === `${first} ${second}`) ?? NAMES.find((name) => name === first);
}

/** The commands that begin with a word; empty where none does. */
function groupOf(word = ""): readonly CommandName[] {
  return NAMES.filter((name) => name.split(" ")[0] === word);
}

/** One line for each command of a group, or for every command. */
function list(group: readonly CommandName[]): string {
  const names = group.length > 0 ? group : NAMES;
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${COMMANDS[name].about}`);
  return ["The commands are:", ...lines, 'What a command takes: "crosstill <command> --help".'].join("\n");
}

function describe(name: CommandName): string {
  const lines = [COMMANDS[name].about, `Usage: crosstill ${USAGE[name]}`];
  const options = optionsOf(name);
  if (options.length === 0) return lines.join("\n");
  const width = Math.max(...options.map(({ option }) => option.length));
  return [
    ...lines,
    "Options:",
    ...options.map(({ option, text }) => `  ${option.padEnd(width)}  ${text}`),
  ].join("\n");
}

/** The options of a command in the order of its usage, each with the value that it takes and what it means. */
export function optionsOf(command: CommandName): readonly Readonly<{ option: string; text: string }>[] {
  return usageOptions(USAGE[command]).map(({ name, value }) => ({
    option: value === undefined ? `--${name}` : `--${name} ${value}`,
    text: OPTION_TEXTS[`${command} --${name}`] ?? OPTION_TEXTS[`--${name}`] ?? "",
  }));
}
