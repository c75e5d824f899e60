import { defineConfig } from "drizzle-kit";

/**
 * `npm run migrations` calls this four times: OWNER is gateway or network, DIALECT is sqlite or postgres.
 * Tables are declared once (src/gateway/persistence/tables.ts and its imports, src/network/persistence/tables.ts); both dialects are generated from them.
 */
const owner = process.env.OWNER === "network" ? "network" : "gateway";
const dialect = process.env.DIALECT === "postgres" ? "postgres" : "sqlite";
const folder = owner === "gateway" ? "src/gateway/persistence" : "src/network/persistence";

export default defineConfig({
  dialect: dialect === "postgres" ? "postgresql" : "sqlite",
  schema: `./${folder}/schema.${dialect}.ts`,
  out: owner === "gateway" ? `./migrations/${dialect}` : `./migrations/network/${dialect}`,
});
