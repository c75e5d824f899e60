import type { Child } from "../child.ts";
import type { Load } from "../measure.ts";

/** What a number of calls came to, with the processor time that each took in the measured process. */
export async function withCpu(server: Child, calls: number, work: () => Promise<Load>): Promise<Load> {
  const before = await server.ask<number>("cpuUs");
  const result = await work();
  return { ...result, cpuUs: ((await server.ask<number>("cpuUs")) - before) / calls };
}
