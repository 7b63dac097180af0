import { formatDate, formatTime } from '../../../platform/i18n/index.ts';

/** A date and time in a table cell: the date, and the time smaller beside or below it. */
export const At = ({ at }: { at: string }) => (
  <>
    {formatDate(at)} <small className="mut">{formatTime(at)}</small>
  </>
);
