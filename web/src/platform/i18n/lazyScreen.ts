import { createElement, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { loadPart, loadShownPart } from '../offline/index.ts';
import { loadAreas } from './i18n.ts';
import type { Area } from './messages.ts';

export type LazyScreen<P, Module = { default: ComponentType<P> }> = ComponentType<P> & {
  load: () => Promise<Module>;
  areas: readonly Area[];
};

/**
 * A part of the app whose code and messages are loaded when it is first shown, or earlier by `load`. `areas` names the
 * catalogues of all its messages.
 */
export function lazyScreen<
  P extends object,
  Module extends { default: ComponentType<P> } = { default: ComponentType<P> },
>(
  areas: readonly Area[],
  load: () => Promise<Module & { default: ComponentType<P> }>,
): LazyScreen<P, Module> {
  let loaded: ComponentType<P> | undefined;
  const loadAll = async () => {
    const [part] = await Promise.all([load(), loadAreas(areas)]);
    loaded = part.default;
    return part;
  };
  const Later: ComponentType<P> = lazy(() => loadShownPart(loadAll));
  function Part(props: P) {
    // Chosen once: replacing the component would reset its state.
    const [Chosen] = useState(() => loaded ?? Later);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { load: () => loadPart(loadAll), areas });
}
