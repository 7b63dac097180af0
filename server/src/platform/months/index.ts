export { listMonthlyTables, listPartitions, formatMonth, type MonthPartition } from './catalogue.ts';
export { openMonths } from './opening.ts';
export { archiveMonth, ArchiveRefused, describe as describeMonth, type ArchivePolicy } from './archiving.ts';
export { restoreMonth } from './restoring.ts';
export { checkArchive } from './checking.ts';
export { openData, readRows } from './archive-data.ts';
export { BrokenArchive, readManifest, type Manifest } from './manifest.ts';
