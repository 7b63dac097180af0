import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { useT } from '../../../platform/i18n/index.ts';
import { Badge } from '../../../ui/index.ts';
import { quoteStates } from '../labels.ts';

export function QuoteBadge({ state }: { state: QuoteState }) {
  const t = useT();
  const { name, tone, icon } = quoteStates[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(name)}
    </Badge>
  );
}
