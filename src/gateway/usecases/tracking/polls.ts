/** When each thing was last polled. In memory: after a restart an entry older than its interval is due. */
export type LastPolls = Map<string, number>;

/** True when the last poll is that long ago, or lies in the future: then the clock was set back. */
export function isDue(at: number, last: number, every: number): boolean {
  return last > at || at - last >= every;
}
