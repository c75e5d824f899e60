#!/usr/bin/env node
import fs from "node:fs";

// What "npx crosstill" starts. The program itself is made by a build, and npx cannot find a command whose file is not there yet.
const program = new URL("../build/main.js", import.meta.url);
if (fs.existsSync(program)) await import(program.href);
else {
  process.stderr.write(
    'crosstill: the program is not built yet. Run "npm run build" here first; "npm start" does it too.\n',
  );
  process.exitCode = 1;
}
