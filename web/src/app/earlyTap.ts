declare global {
  interface Window {
    /** Since the page's head: what was tapped last, and how to stop listening. */
    tapped?: { button: HTMLElement | null; stop: () => void };
  }
}

/** The button that somebody tapped on the server's drawing, before there was an application to hear it. */
export function takeEarlyTap(): HTMLElement | null {
  const { tapped } = window;
  tapped?.stop();
  return tapped?.button ?? null;
}
