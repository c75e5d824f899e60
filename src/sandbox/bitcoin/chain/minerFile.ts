import fs from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Where the miner's interval outlives the process. */
export type MinerFile = Readonly<{
  /** The seconds that were written, or undefined where nothing usable stands: a preference is not worth a failed start. */
  read(): number | undefined;
  /** Replaces the file whole, so that a crash leaves the old seconds or the new ones. Throws when the disk is full. */
  write(seconds: number): void;
}>;

const settingSchema = z.object({ seconds: z.int().min(0) });

/** The miner's settings in a file, so that a restart keeps them. */
export function minerFile(file: string): MinerFile {
  return {
    read() {
      try {
        return settingSchema.parse(JSON.parse(fs.readFileSync(file, "utf8"))).seconds;
      } catch {
        return undefined;
      }
    },
    write(seconds) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(`${file}.tmp`, JSON.stringify({ seconds }));
      fs.renameSync(`${file}.tmp`, file);
    },
  };
}
