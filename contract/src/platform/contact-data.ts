/** Stands for contact data that was hidden in a text: server/src/platform/contact-filter. */
export const HIDDEN = '•••••';
