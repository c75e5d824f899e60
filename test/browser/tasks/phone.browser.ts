import { playTasksOn } from "./everyTask.ts";
import { DIFFERENT_ON_DESKTOP } from "./tasks.ts";

playTasksOn("phone", (name) => !DIFFERENT_ON_DESKTOP.has(name));
