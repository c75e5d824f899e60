import fs from "node:fs";
import { REFERENCES } from "./references.ts";

for (const [file, make] of Object.entries(REFERENCES))
  fs.writeFileSync(file, make(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""));
