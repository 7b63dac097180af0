/** What the build lists for the worker: web/plugins/worker.ts. */
export interface Precache {
  /** Changes with every build. */
  build: string;
  /** What any screen needs to open, and what works without a network. */
  shell: string[];
  /** The other screens. Not fetched while the device saves data. */
  rest: string[];
  /** Kept when a page has requested them, such as the font of a script. */
  later: string[];
}

declare const PRECACHE: Precache;

export const precache: Precache = PRECACHE;
