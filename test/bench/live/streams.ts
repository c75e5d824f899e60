import { startChild, type Child } from "../child.ts";
import { median } from "../measure.ts";
import { rounded, type Row } from "../table.ts";

export type Sizes = Readonly<{ rounds: number; pages: number; each: number }>;
type Compiled = (module: string) => string;

/** The memory of a page that is open and idle, beside that of a stream of node:http, each in a new process. */
export async function measureStreams(compiled: Compiled, { rounds, pages, each }: Sizes): Promise<Row> {
  const per = { gateway: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const name of ["gateway", "bare"] as const) {
      const server = startChild(compiled(`test/bench/live/${name}.ts`));
      const listeners = startChild(compiled("test/bench/live/listeners.ts"));
      try {
        per[name].push(await bytesOfAStream(server, listeners, { pages, each }));
      } finally {
        await listeners.close();
        await server.close();
      }
    }
  const [ours, bare] = [median(per.gateway), median(per.bare)];
  const shown = (bytes: number) => `${rounded(bytes / 1024, 1)} KiB each`;
  return [`memory of an open page, ${pages * each} idle`, shown(ours), `node:http: ${shown(bare)}`, rounded(ours / bare, 2)];
} // prettier-ignore

async function bytesOfAStream(server: Child, listeners: Child, { pages, each }: Omit<Sizes, "rounds">): Promise<number> {
  const urls = await server.ask<readonly string[]>("streams", pages);
 
  await listeners.ask("listen", { urls: urls.slice(0, 1), each }); // the first ones load what all of them share
 
  const before = await server.ask<number>("memory");
  await listeners.ask("listen", { urls: urls.slice(1), each });
  return ((await server.ask<number>("memory")) - before) / ((pages - 1) * each);
} // prettier-ignore
