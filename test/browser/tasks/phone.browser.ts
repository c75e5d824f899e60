import { everyTaskOn } from "./everyTask.ts";

everyTaskOn("phone");
