import type { CopyOfJournal } from "./copyJournal.ts";
import type { Keys } from "./keys/openKeys.ts";
import { announceChanges } from "../http/announceChanges.ts";
import type { ViewerHub } from "../http/viewers.ts";
import type { Job } from "../../runtime/jobs/job.ts";
import type { Storage } from "./openStorage.ts";

/** What every process does for itself, whichever jobs it shares with others. */
export function processJobs(
  { keys, copy, persistence, deps }: Pick<Storage, "keys" | "copy" | "persistence" | "deps">,
  viewers: ViewerHub,
): readonly Job[] {
  return [...keyJobs(keys), ...copyJobs(copy), ...newsJobs({ persistence, viewers }), ...settingJobs(deps)];
}

/** Keys that another process has rotated are used here within seconds. */
function keyJobs({ reload }: Keys): readonly Job[] {
  return reload
    ? [{ name: "read keys", schedule: "*/5 * * * * *", run: reload, owner: "every process" }]
    : [];
}

function copyJobs(copy: CopyOfJournal | undefined): readonly Job[] {
  return copy
    ? [{ name: "copy journal", schedule: "*/5 * * * * *", run: () => copy.catchUp(), owner: "every process" }]
    : [];
}

/** Open pages of this process show within a second what another process has changed. */
function newsJobs(showing: Parameters<typeof announceChanges>[0]): readonly Job[] {
  return [
    {
      name: "announce changes",
      schedule: "* * * * * *",
      run: () => announceChanges(showing),
      owner: "every process",
    },
  ];
}

/** Systems that gave no answer at the start are asked again until they do. */
function settingJobs({ checkedSettings, log }: Storage["deps"]): readonly Job[] {
  if (!checkedSettings) return [];
  const run = async () => {
    for (const problem of await checkedSettings.run()) log.error("setting.wrong", { problem });
  };
  return [{ name: "check settings", schedule: "30 * * * * *", run, owner: "every process" }];
}
