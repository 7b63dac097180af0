import type { AccessFacts } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  values: { 'decline_quote.reason': 'price' },
};
