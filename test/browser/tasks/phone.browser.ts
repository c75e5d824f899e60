import { playTasksOn } from "./everyTask.ts";

playTasksOn("phone", () => true);
