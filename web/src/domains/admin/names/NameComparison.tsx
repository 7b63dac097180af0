import type { NameComparison as Comparison } from '@fws/contract/admin/identity/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Badge, Name } from '../../../ui/index.ts';

type Side = { label: string; name: string };
type Props = { ours: Side; theirs: Side; comparison: Comparison };

/** Two names one above the other, and how they differ, word by word. */
export function NameComparison({ ours, theirs, comparison }: Props) {
  const t = useT();
  const { match, differences } = comparison;
  return (
    <section className="adm-names">
      <dl>
        {[ours, theirs].map(({ label, name }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Name>{name}</Name>
            </dd>
          </div>
        ))}
      </dl>
      <Badge {...(match === 'unclear' && { tone: 'wait' })}>{t(`web.admin.names.match.${match}`)}</Badge>
      {differences.length > 0 && (
        <ul>
          {differences.map(({ kind, left, right }) => (
            <li key={`${kind} ${left} ${right}`}>
              {kind === 'missing'
                ? t('web.admin.names.kind.missing', { word: left || right })
                : t(`web.admin.names.kind.${kind}`, { left, right })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
