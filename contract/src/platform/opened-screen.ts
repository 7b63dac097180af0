/** A call that a screen makes first, as the browser sends it. */
export interface FirstCall {
  name: string;
  body: string;
}

/** What the page of an address names, so that the browser loads it at once. */
export interface OpenedScreen {
  /** Its modules, as the build names them. */
  modules: readonly string[];
  /** The areas of its messages. */
  areas: readonly string[];
  /** It is in the table of further screens. */
  isFurther: boolean;
  calls: readonly FirstCall[];
}
