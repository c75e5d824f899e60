/** When each thing was last looked at. In memory: after a restart whatever is older than its rhythm is due. */
export type Looks = Map<string, number>;

/** True when the last look is that long ago, or lies in the future: then the clock was set back. */
export function isDue(at: number, last: number, every: number): boolean {
  return last > at || at - last >= every;
}
