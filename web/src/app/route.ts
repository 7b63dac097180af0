import type { ComponentType } from 'react';

type Guard = 'user' | 'guest' | 'any';

export type AppRoute = {
  path: string;
  guard: Guard;
  screen: ComponentType;
  /** Rendered behind a screen that is a dialog. */
  backdrop?: ComponentType;
};
