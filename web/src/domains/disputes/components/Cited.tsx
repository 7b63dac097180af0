import type { ReactNode } from 'react';
import type { CitedMessage } from '@fws/contract/disputes/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Name } from '../../../ui/index.ts';

/** A message that a comment cites. `children`: what can be done with it. */
export function Cited({ message, children }: { message: CitedMessage; children?: ReactNode }) {
  const t = useT();
  const { text, photos, fileName, mine, byName, sentAt } = message;
  return (
    <blockquote className="dsp-cited">
      <p className="t2 mut">
        {mine ? t('web.disputes.citedYours') : <Name>{t('web.disputes.cited', { name: byName })}</Name>} ·{' '}
        <time dateTime={sentAt}>{formatMoment(t, sentAt)}</time>
      </p>
      {text !== '' && <p className="dsp-said">{text}</p>}
      {photos > 0 && <p className="t2 mut">{t('web.disputes.citedPhotos', { count: photos })}</p>}
      {fileName !== '' && <p className="t2 mut dsp-file">{fileName}</p>}
      {children}
    </blockquote>
  );
}
