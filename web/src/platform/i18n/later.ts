import { lazy } from 'react';
import type { ComponentType } from 'react';
import { loadMoreMessages } from './i18n.ts';

/** A part of the app whose code and words come when it is first shown. */
export const later = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadMoreMessages()]);
    return part;
  });
