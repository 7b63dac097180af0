import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';

/** A date and time in a table cell: the date, and the time smaller beside or below it. */
export function At({ at }: { at: string }) {
  const t = useT();
  return (
    <>
      {formatDate(t, at)} <small className="mut">{formatTime(t, at)}</small>
    </>
  );
}
