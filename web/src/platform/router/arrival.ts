/** How the user reached the current address: by opening the page, by a link in the app, or by the browser's history. */
type Arrival = 'opened' | 'link' | 'history';

let arrival: Arrival = 'opened';

// The router emits pushState and replaceState as events. There is no window when the landing page is built.
globalThis.addEventListener?.('pushState', () => (arrival = 'link'));
globalThis.addEventListener?.('replaceState', () => (arrival = 'link'));
globalThis.addEventListener?.('popstate', () => (arrival = 'history'));

export const getArrival = (): Arrival => arrival;
