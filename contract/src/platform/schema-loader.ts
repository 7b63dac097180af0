import type * as z from 'zod/mini';

/** A schema that is loaded on its first use, so that screens that only read do not load it. */
export type LazySchema<S extends z.ZodMiniType = z.ZodMiniType> = () => Promise<S>;

/** Loads a module's schemas by name: `const schema = createSchemaLoader(() => import('./schemas.ts'))`, `schema('postJob')`. */
export function createSchemaLoader<M>(load: () => Promise<M>) {
  let loaded: Promise<M> | undefined;
  return <K extends keyof M>(name: K) =>
    async (): Promise<M[K]> => {
      loaded ??= load();
      try {
        return (await loaded)[name];
      } catch (error) {
        loaded = undefined;
        throw error;
      }
    };
}
