/** Gives `length` random bytes. main.ts hands in the system's; tests a seeded one. */
export type Random = (length: number) => Uint8Array;

const POOL = 4096; // bytes asked for at once

/** The same randomness, asked for in larger pieces, because asking costs more than the bytes. No byte is given twice or kept. */
export function pooledRandom(random: Random): Random {
  let pool = random(0);
  return (length) => {
    if (length > POOL) return random(length);
    if (pool.length < length) pool = random(POOL);
    const given = new Uint8Array(pool.subarray(0, length)); // a copy: slice() of a Buffer is none
    pool.fill(0, 0, length);
    pool = pool.subarray(length);
    return given;
  };
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const TIME_DIGITS = 8; // 58^8 ms is about 4,000 years

/**
 * A new id: eight characters of time, so that ids sort by creation and pages stay on one side of the index,
 * then `randomLength` random characters (22 are 128 bits, unguessable). Only letters and digits, safe in paths and plugins.
 */
export function timeOrderedId(at: number, random: Random, randomLength = 22): string {
  return encodeTime(at) + randomText(random, randomLength);
}

/** What every id that was made at that time or later is above of. */
export function firstIdAt(at: number): string {
  return encodeTime(at);
}

/** `length` random letters and digits (5.86 bits each). */
export function randomText(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < 232 && text.length < length) text += BASE58[byte % 58]; // 232 = 4 * 58: no character is likelier
    }
  }
  return text;
}

/** `length` random bytes as lower-case hex. */
export function randomHex(random: Random, length: number): string {
  return Buffer.from(random(length)).toString("hex");
}

/** A random number from 0 up to 1, for jitter; never for money or secrets. */
export function randomFraction(random: Random): number {
  return Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
}

/** What the ids of a moment begin with: every id from then on is greater. */
export function timeLead(at: number): string {
  return encodeTime(at);
}

function encodeTime(at: number): string {
  let rest = at;
  let text = "";
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    text = BASE58[rest % 58] + text;
    rest = Math.floor(rest / 58);
  }
  return text;
}
