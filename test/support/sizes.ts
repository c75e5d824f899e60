/** True with JOURNEYS=full (`npm run test:long`), where everything is tried at full length. */
export const isFull = process.env["JOURNEYS"] === "full";

/** How often a property is tried: a fifth of what it is tried with JOURNEYS=full. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 5);
}
