/** Stands for contact data that was hidden in a text: server/src/platform/contact-filter. */
export const HIDDEN = '•••••';

/** What can be hidden: phone numbers, e-mail addresses, UPI IDs, links, names on other services, positions on a map. */
export const HIDDEN_KINDS = ['number', 'mail', 'upi', 'link', 'handle', 'position'] as const;
export type HiddenKind = (typeof HIDDEN_KINDS)[number];
