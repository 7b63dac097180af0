import type { ComponentType } from 'react';

type Guard = 'user' | 'guest' | 'any';

export type AppRoute = { path: string; guard: Guard; screen: ComponentType };
