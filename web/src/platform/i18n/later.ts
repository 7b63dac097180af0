import { createElement, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { loadPart } from '../offline/index.ts';
import { loadAreas } from './i18n.ts';
import type { Area } from './messages.ts';

/**
 * A part of the app whose code and words come when it is first shown, or when `load` is called before. `areas` names
 * the catalogues of all that it may say.
 */
export function later<P extends object>(
  areas: readonly Area[],
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> & { load: () => Promise<unknown> } {
  let loaded: ComponentType<P> | undefined;
  const loadAll = async () => {
    const [part] = await loadPart(() => Promise.all([load(), loadAreas(areas)]));
    loaded = part.default;
    return part;
  };
  const Later: ComponentType<P> = lazy(loadAll);
  function Part(props: P) {
    // Chosen once: another component in its place would begin anew.
    const [Chosen] = useState(() => loaded ?? Later);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { load: loadAll });
}
