import SqliteDatabase from "better-sqlite3";
import pg from "pg";

/** Bytes of each table with the name of what holds them: the table's own pages, or one of its indexes. */
export type Sizes = ReadonlyMap<string, number>;

/** The bytes of every table and of every index of a database, each under "<table>" or "<table> / <index>". */
export async function sizesOf(databaseUrl: string): Promise<Sizes> {
  return databaseUrl.startsWith("postgres") ? postgresSizes(databaseUrl) : sqliteSizes(databaseUrl);
}

function sqliteSizes(file: string): Sizes {
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    const rows = database
      .prepare(
        "select case when m.type = 'index' then m.tbl_name || ' / ' || m.name else m.name end as name, s.bytes as bytes" +
          " from (select name, sum(pgsize) as bytes from dbstat group by name) s join sqlite_master m on m.name = s.name",
      )
      .all() as { name: string; bytes: number }[];
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } finally {
    database.close();
  }
}

/** Gives the room of rows that were changed back to their tables, where the database does not do so by itself. */
export async function reclaim(databaseUrl: string): Promise<void> {
  if (!databaseUrl.startsWith("postgres")) return;
  await withClient(databaseUrl, (client) => client.query("vacuum"));
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** What is long is kept beside its table (TOAST), and counts as the table's. */
async function postgresSizes(url: string): Promise<Sizes> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; bytes: string }>(
      "select relname as name, pg_table_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace" +
        " union all select t.relname || ' / ' || c.relname, pg_relation_size(c.oid) from pg_index i" +
        " join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid" +
        " where c.relnamespace = 'public'::regnamespace",
    ),
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
