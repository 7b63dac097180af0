declare global {
  interface Window {
    /** Set in the page's head: the button that was clicked last, and how to stop listening. */
    tapped?: { button: HTMLElement | null; stop: () => void };
  }
}

/** The button that was clicked on the server-rendered page before the application could handle it. */
export function takeQueuedClick(): HTMLElement | null {
  const { tapped } = window;
  tapped?.stop();
  return tapped?.button ?? null;
}
