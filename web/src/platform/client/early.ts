declare global {
  interface Window {
    /** Requests that the head of index.html sends before the application loads, by call and body. */
    early?: Record<string, { at: number; reply: Promise<Response> }>;
  }
}

const FRESH_MS = 10_000;

/** Returns the reply to a request from the page's head: once, while fresh, and only for the same call and body. */
export function takeEarlyReply(name: string, body: string): Promise<Response> | undefined {
  const key = `${name}?${body}`;
  const request = window.early?.[key];
  if (!request) return undefined;
  delete window.early?.[key];
  return Date.now() - request.at < FRESH_MS ? request.reply : undefined;
}

/** They may have read what was before a change, and no query exists yet that could be told to read again. */
export function dropEarlyReplies(): void {
  if (typeof window !== 'undefined') delete window.early;
}
