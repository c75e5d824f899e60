import { playTasksOn } from "./everyTask.ts";
import { DIFFERENT_ON_DESKTOP, MAKE_STORE } from "./tasks.ts";

playTasksOn("desktop", (name) => name === MAKE_STORE || DIFFERENT_ON_DESKTOP.has(name));
