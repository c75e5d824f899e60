import fs from "node:fs";
import { z } from "zod";
import { packageFile } from "./packageFile.ts";

/** Which Crosstill this is, for people and monitors. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(fs.readFileSync(packageFile("package.json"), "utf8"))).version;
