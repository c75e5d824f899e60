import { everyTaskOn } from "./everyTask.ts";

everyTaskOn("desktop");
