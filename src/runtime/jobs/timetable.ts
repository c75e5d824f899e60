/**
 * Calls `tick` whenever a cron expression (with seconds) is due, until stopped, and `missed` for each time that it was due and
 * could not. Tests hand in one that they drive.
 */
export type Timetable = (
  expression: string,
  tick: () => void,
  missed: () => void,
) => Readonly<{ stop(): unknown }>;
