import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { getSearchIndex } from './engine/search-index.ts';

/**
 * Begins to read the index once the server listens, so that the first search need not wait for it. Start does not wait
 * either; without a database, the first search tries again.
 */
export function warmUpSearch(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onListen', (done) => {
    getSearchIndex(db)
      .warmUp()
      .catch((error: unknown) => {
        if (!isClosing) log.error('the search index could not be read at start', error);
      });
    done();
  });
}
