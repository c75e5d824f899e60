/** Reads a small file of a website. Throws HttpFailure. `origin` has a scheme and a host. */
export type ReadWebsite = (origin: string, path: string) => Promise<string>;
