import fs from "node:fs/promises";
import { isBech32 } from "../../bitcoin/codec/address.ts";

const MOST_BYTES = 64_000_000;
const ADDRESS = /^(?!0x)[A-Za-z0-9:_-]{8,128}$|^0x[0-9a-f]{40,64}$/i; // of any chain; a column or a cut-off line is none

/** The list cannot be used now. The message says why, and what to do. */
export class ListUnusable extends Error {
  override name = "ListUnusable";
}

/** Addresses that are not served, in the form of `comparable`, with what the list says about each. */
export type AddressList = ReadonlyMap<string, string>;

/** Gives the list as the file has it now. Throws ListUnusable. */
export type ReadList = () => Promise<AddressList>;

/**
 * Reads a file of addresses, and again whenever it has changed. A file that is not there, has a line that is no address, or has
 * no address at all cannot be used: half of a list is worse than none, because that goes unnoticed.
 */
export function createListReader(file: string, onRead: (list: AddressList) => void): ReadList {
  let known: Readonly<{ mark: string; list: AddressList }> | undefined;
  return async () => {
    const mark = await markOf(file);
    if (known?.mark === mark) return known.list;
    const list = parseAddressList(await textOf(file));
    known = { mark, list };
    onRead(list);
    return list;
  };
}

/** One address a line; what follows it on the line is kept as a note. Empty lines, and those that begin with #, are left out. */
export function parseAddressList(text: string): AddressList {
  const list = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const [, address = "", note = ""] = /^([^\s,;#]+)[\s,;#]*(.*)$/.exec(trimmed) ?? [];
    if (!ADDRESS.test(address))
      throw new ListUnusable(
        `Expected an address at the beginning of line ${index + 1}, got "${trimmed.slice(0, 60)}".`,
      );
    list.set(comparable(address), note.slice(0, 200));
  }
  if (list.size > 0) return list;
  throw new ListUnusable("Expected one address or more, got none. To screen by no list, remove the setting.");
}

/** EVM and bech32 addresses are the same in upper and lower case; others are not. */
export function comparable(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) || isBech32(address) ? address.toLowerCase() : address;
}

/** Changes whenever the file does. */
async function markOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await fs.stat(file).catch(unreadable(file));
  if (size > MOST_BYTES)
    throw new ListUnusable(`Expected at most ${MOST_BYTES} bytes in ${file}, got ${size}.`);
  return `${mtimeMs} ${size} ${ino}`;
}

function textOf(file: string): Promise<string> {
  return fs.readFile(file, "utf8").catch(unreadable(file));
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ListUnusable(`${file} cannot be read: ${code}.`);
  };
}
