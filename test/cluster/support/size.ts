/** CLUSTER=full takes the sizes of the promise; without it the minutes are few enough for every change. */
export const isFull = process.env["CLUSTER"] === "full";
