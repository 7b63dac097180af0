import { saveSearch } from '@fws/contract/search/calls';
import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  objects: { users: async (owners) => ({ savedSearch: await createSavedSearch(owners) }) },
};

async function createSavedSearch({ worker, createSecret }: Owners): Promise<string> {
  const { id } = await worker.done(saveSearch, {
    search: createSecret('Search'),
    location: '',
    categoryId: '',
    frequency: 'daily',
  });
  return String(id);
}
