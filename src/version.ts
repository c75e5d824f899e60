import fs from "node:fs";
import { z } from "zod";

const FILE = new URL("../package.json", import.meta.url); // the same from src and from build

/** Which Crosstill this is, for people and monitors. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(fs.readFileSync(FILE, "utf8"))).version;
