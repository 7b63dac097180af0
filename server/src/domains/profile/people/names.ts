import { formatShortName } from '../../../platform/short-name.ts';

/** "Rohan K.": as people see each other who have not agreed on a job. */
export const getShortName = ({ name, firstName }: { name: string; firstName: string }): string =>
  formatShortName(firstName, name.slice(firstName.length));
