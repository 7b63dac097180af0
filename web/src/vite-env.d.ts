/// <reference types="vite/client" />
declare module 'virtual:messages' {
  import type { Messages } from './platform/i18n/formatMessage.ts';
  type Catalogues = Record<'en' | 'hi', Record<string, () => Promise<{ messages: Messages }>>>;
  /** By locale and area: only `start`, the messages of the first screen. */
  export const firstCatalogues: Catalogues;
  /** Those of all other areas. */
  export const loadFurther: () => Promise<{ catalogues: Catalogues }>;
}
declare module 'virtual:messages/*' {
  import type { Messages } from './platform/i18n/formatMessage.ts';
  export const messages: Messages;
}
