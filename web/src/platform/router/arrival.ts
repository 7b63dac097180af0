/** How one came to the address that is open: by opening the page, by a link of ours, or by the browser's back. */
type Arrival = 'opened' | 'link' | 'history';

let arrival: Arrival = 'opened';

// The router says pushState and replaceState as events. There is no window where the landing page is built.
globalThis.addEventListener?.('pushState', () => (arrival = 'link'));
globalThis.addEventListener?.('replaceState', () => (arrival = 'link'));
globalThis.addEventListener?.('popstate', () => (arrival = 'history'));

export const cameFrom = (): Arrival => arrival;
