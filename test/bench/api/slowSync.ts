import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** A library for LD_PRELOAD under which every fsync and fdatasync takes SYNC_US microseconds more. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
static int later(const char *name, int file) {
  const char *us = getenv("SYNC_US");
  long wait = us ? atol(us) * 1000L : 0;
  struct timespec pause = { wait / 1000000000L, wait % 1000000000L };
  int (*sync_file)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
  nanosleep(&pause, 0);
  return sync_file(file);
}
int fsync(int file) { return later("fsync", file); }
int fdatasync(int file) { return later("fdatasync", file); }
`;

/** Compiles the library into the folder; gives the environment that puts it to work, or why there is none. */
export function slowSync(folder: string, us: number): Readonly<Record<string, string>> | string {
  const source = path.join(folder, "slowSync.c");
  const library = path.join(folder, "slowSync.so");
  fs.writeFileSync(source, SOURCE);
  const { error, status, stderr } = spawnSync(
    "cc",
    ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"],
    {
      encoding: "utf8",
    },
  );
  if (error || status !== 0)
    return `there is no C compiler that works here: ${error?.message ?? stderr.trim()}`;
  return { LD_PRELOAD: library, SYNC_US: String(us) };
}
