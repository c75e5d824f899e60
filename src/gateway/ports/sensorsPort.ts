import type { Instant } from "../../values/time.ts";

/** A chain by its id; the service about requests; or "contact": the service about anything, which shows that it is there. */
export type Sensor = number | "service" | "contact";

/** When each sensor last worked. Nothing expires while its payment could not have been seen. */
export type Sensors = Readonly<{
  /** A chain, by its id, was followed to its tip; or the service has answered. */
  saw(sensor: Sensor, at: Instant): void;
  /** Until when a payment on every one of these chains would have been seen: by following it, else by asking the service. */
  sightedAt(chainIds: readonly number[]): Instant;
  /**
   * True for chains that the gateway follows itself; deposits on any other chain are reported by the
   * service only.
   */
  isFollowed(chainId: number): boolean;
  /** When a sensor last worked; 0 before it ever has. */
  seenAt(sensor: Sensor): Instant;
  /** A sensor could not be used, and why. */
  missed(sensor: Sensor, at: Instant, why: string): void;
  /** When a sensor of this process last could not be used, and why; undefined where it always could. */
  missedAt(sensor: Sensor): Readonly<{ at: Instant; why: string }> | undefined;
  /** When each sensor of this process last worked, by its name: for the other processes on the database. */
  known(): SeenTimes;
  /** What the other processes know, each in the place of what it said before; nothing counts that lies after `now`. */
  learn(others: readonly SeenTimes[], now: Instant): void;
  /** By how much (ms) our clock would judge something from `madeAt` too early, by what other machines' clocks say; mostly 0. */
  clockLead(madeAt: Instant): number;
}>;

/** When sensors last worked, by their names. */
export type SeenTimes = Readonly<Record<string, Instant>>;
