import type { ReactNode } from 'react';
import type { Ability } from '@fws/contract/platform/lifecycle';
import { useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';

type Props = { ability: Ability; children: ReactNode };

/** The controls of a decision, or the reason why somebody else must make it. */
export function DecisionGate({ ability, children }: Props) {
  const t = useT();
  return ability.allowed ? children : <Note tone="warn">{t(ability.reason)}</Note>;
}
