import type { Json, JsonObject } from "../../../../src/gateway/domain/proof-pack/canonicalJson.ts";

type Path = readonly (string | number)[];

/** Every place in a pack: its fields, and the items of its lists. */
function placesIn(value: Json, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== "object") return path.length > 0 ? [path] : [];
  const inside = Array.isArray(value)
    ? value.map((part, index) => placesIn(part as Json, [...path, index]))
    : Object.entries(value).map(([name, part]) => placesIn(part as Json, [...path, name]));
  return [...(path.length > 0 ? [path] : []), ...inside.flat()];
}

/** The pack with one field changed, taken away or added; `random` gives whole numbers below its argument. */
export function withOneChange(pack: JsonObject, random: (below: number) => number): JsonObject {
  const places = placesIn(pack);
  const path = places[random(places.length)] ?? [];
  const copy = structuredClone(pack) as Record<string, unknown>;
  const last = path.at(-1) ?? "";
  const holder = path.slice(0, -1).reduce<Record<string, unknown>>((part, name) => part[name] as Record<string, unknown>, copy);
  const kind = random(10);
  if (kind === 0 && Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (kind === 0) delete holder[last];
  else if (kind === 1 && !Array.isArray(holder)) holder[`${last}2`] = holder[last];
  else holder[last] = otherThan(holder[last], random);
  return copy as JsonObject;
} // prettier-ignore

function otherThan(value: unknown, random: (below: number) => number): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...(value as unknown[]), "0"];
  if (typeof value !== "string") return "something else";
  if (value === "") return "0";
  const at = random(value.length);
  const letter = value[at] ?? "";
  const upper = letter.toUpperCase();
  if (random(3) === 0 && upper !== letter) return value.slice(0, at) + upper + value.slice(at + 1);
  return value.slice(0, at) + (letter === "0" ? "1" : "0") + value.slice(at + 1);
}
