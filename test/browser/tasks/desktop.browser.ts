import { playTasksOn } from "./everyTask.ts";
import { DIFFERENT_ON_DESKTOP } from "./tasks.ts";

playTasksOn("desktop", (name) => DIFFERENT_ON_DESKTOP.has(name));
