import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { POOL_TIMEOUTS, READ_ONLY, refusalToWrite, startupOptions } from "./connect.ts";
import type { Servers } from "./servers.ts";
import { isUnavailable } from "./unavailable.ts";

/** A pool of connections, all to the server that takes writes. */
export type ServerPool = pg.Pool & Readonly<{ renew(): void }>;

const ANSWER_MS = 30_000; // longer than the server gives a statement: what takes longer is not coming, as after a cut cable

/**
 * Makes a pool. Behind a pooler (`pooled`) nothing is asked for at the start of a connection and no statement has a name, because the
 * next transaction may be on another connection to the server.
 */
export function createPool(
  servers: Servers,
  { size, pooled }: Readonly<{ size: number; pooled: boolean }>,
): ServerPool {
  const Client = clientOf(servers, pooled);
  const pool = new Pool(servers, {
    Client,
    max: size,
    pipeline: true, // what one caller sends at once goes out at once (commitOnce in postgres.ts)
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_MS,
    ...(pooled ? {} : { options: startupOptions(POOL_TIMEOUTS) }),
  });
  // A connection may drop at any time: its query reports that, and the pool replaces it. Without a listener on the client
  // itself, which the pool keeps only while it is idle, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

type Connecting = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/** Of several servers, one that takes no writes is left again. */
const WRITABLE_ONLY = {
  async onConnect(client: pg.ClientBase) {
    const refused = await refusalToWrite(client);
    if (refused) throw refused;
  },
};

class Pool extends pg.Pool {
  private readonly age = new WeakMap<object, number>();
  private renewals = 0;

  constructor(
    private readonly servers: Servers,
    config: pg.PoolConfig,
  ) {
    super({ ...config, ...(servers.count > 1 ? WRITABLE_ONLY : {}) });
    this.on("connect", (client) => this.age.set(client, this.renewals));
  }

  /** Drops the connections that there are, each when it is not in use: their server takes no writes any more. */
  renew(): void {
    this.renewals++;
    if (this.servers.count > 1) this.servers.leave(this.servers.current());
  }

  // The overloads of pg's types: with a callback, as the pool itself asks, or for a promise.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connecting): void;
  override connect(callback?: Connecting): Promise<pg.PoolClient> | void {
    const connecting = this.connectSomewhere();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  private async connectSomewhere(): Promise<pg.PoolClient> {
    for (let failures = 0; ;) {
      const server = this.servers.current();
      try {
        const client = await super.connect();
        if (this.age.get(client) === this.renewals) return client;
        client.release(true);
      } catch (error) {
        this.servers.leave(server);
        if (++failures >= this.servers.count) throw error;
      }
    }
  }

  // A read is repeated when its connection was lost: it has changed nothing.
  override query(...query: unknown[]): never {
    const ask = () => (super.query as (...query: unknown[]) => unknown).apply(this, query);
    const isPromised = typeof query.at(-1) !== "function";
    return (isPromised && isRead(query[0]) ? repeatUnavailable(async () => ask()) : ask()) as never; // pg's many overloads
  }
}

/** A client of the server that takes writes when it is made. */
function clientOf(servers: Servers, pooled: boolean): typeof pg.Client {
  class ServerClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(config as pg.ClientConfig), connectionString: servers.current() });
    }
  }
  if (!pooled) return ServerClient;
  return class extends ServerClient {
    override query(...[query, ...rest]: unknown[]): never {
      const ask = super.query as (...query: unknown[]) => unknown;
      return ask.apply(this, [isNamed(query) ? withoutName(query) : query, ...rest]) as never; // pg's many overloads
    }
  };
}

type Named = Readonly<{ name: string; text: string }>;

function isNamed(query: unknown): query is Named {
  return typeof query === "object" && query !== null && "name" in query && "text" in query;
}

function withoutName({ name: _name, ...query }: Named): Omit<Named, "name"> {
  return query;
}

function isRead(query: unknown): boolean {
  const text = isText(query) ? query.text : query;
  return typeof text === "string" && /^\s*select\b/i.test(text);
}

function isText(query: unknown): query is Readonly<{ text: string }> {
  return typeof query === "object" && query !== null && "text" in query;
}

const PAUSES_MS = [50, 250]; // before the second attempt and the third: a server that restarts takes longer, its callers try again

/** Repeats what is safe to repeat while the database is unavailable, twice. A timeout is not repeated: its caller has waited enough. */
export async function repeatUnavailable<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnavailable(error) || /timed?[ -]?out/i.test(String(error))) throw error;
    }
    await wait(pause);
  }
  return attempt();
}

/** Whether an error says that the server takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === READ_ONLY;
}
