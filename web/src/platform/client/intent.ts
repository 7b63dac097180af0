export interface Intent {
  /** `content`: what is sent with the key, as JSON. Left out: the caller renews where that changes. */
  key: (content?: unknown) => string;
  renew: () => void;
}

/**
 * The key of what somebody means to do once. Each retry has the same, because the answer to the try before may have been
 * lost; the server stores no refusals. Another content has another key. Call `renew()` after a success if the same can be
 * sent again.
 */
export function createIntent(): Intent {
  let current: { key: string; content: string } | null = null;
  return {
    key(sent = null) {
      const content = JSON.stringify(sent);
      if (current?.content !== content) current = { key: crypto.randomUUID(), content };
      return current.key;
    },
    renew() {
      current = null;
    },
  };
}
