import { formatDate, formatTime } from '../../../platform/i18n/index.ts';

/** A moment in a table's cell: the day, and the time smaller beside or under it. */
export const At = ({ at }: { at: string }) => (
  <>
    {formatDate(at)} <small className="mut">{formatTime(at)}</small>
  </>
);
