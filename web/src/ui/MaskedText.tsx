import './css/masked.css';
import { Fragment, type ReactNode } from 'react';
import { HIDDEN, type HiddenKind } from '@fws/contract/platform/contact-data';
import { useLocale, useT } from '../platform/i18n/index.ts';
import { Icon } from './Icon.tsx';
import { Note } from './Note.tsx';

/** Until when contact data is hidden: in a job and its quotes until it is awarded, in a profile until the two agree on one. */
type Subject = 'job' | 'person';
const WHAT = { job: 'ui.hidden', person: 'ui.hiddenOfPerson' } as const;
const READ = { job: 'ui.hiddenRead', person: 'ui.hiddenReadOfPerson' } as const;

/** A text in which contact data may be hidden. The reason stands below it once. */
export function MaskedText({
  text,
  className,
  of = 'job',
}: {
  text: string;
  className: string;
  of?: Subject;
}) {
  const t = useT();
  return (
    <>
      <p className={className}>
        <MaskedWords text={text} />
      </p>
      {text.includes(HIDDEN) && <p className="t2 mut">{t(READ[of])}</p>}
    </>
  );
}

/** A few words in which contact data may be hidden. */
export function MaskedWords({ text }: { text: string }) {
  const t = useT();
  const [first, ...rest] = text.split(HIDDEN);
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <span className="masked">
            <Icon name="lock" />
            {t('ui.contactHidden')}
          </span>
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** Tells a writer what others do not read, and why. */
export function HiddenNote({
  hides,
  of = 'job',
  action,
}: {
  hides: readonly HiddenKind[];
  of?: Subject;
  /** What the writer can do about it. */
  action?: ReactNode;
}) {
  const t = useT();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  if (hides.length === 0) return null;
  const what = list.format(hides.map((kind) => t(`ui.hides.${kind}`)));
  return (
    <Note icon="lock" role="status">
      {t(WHAT[of], { what })} {t('ui.hiddenWhy')}
      {action && <div className="masked-action">{action}</div>}
    </Note>
  );
}
