declare global {
  interface Window {
    /** By call and body: asked for in the head of index.html, before the application had come. */
    early?: Record<string, { at: number; reply: Promise<Response> }>;
  }
}

const FRESH_MS = 10_000;

/** The answer that is under way since the page's head: once, while fresh, and to the same question only. */
export function takeEarly(name: string, body: string): Promise<Response> | undefined {
  const key = `${name}?${body}`;
  const asked = window.early?.[key];
  if (!asked) return undefined;
  delete window.early?.[key];
  return Date.now() - asked.at < FRESH_MS ? asked.reply : undefined;
}
