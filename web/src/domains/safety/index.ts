export { BlockButton } from './components/BlockButton.tsx';
export { HeldBackNote } from './components/HeldBackNote.tsx';
export { ProfileHeldNote } from './components/lazyParts.ts';
export { OwnHiddenNote } from './components/OwnHiddenNote.tsx';
export { ReportButton } from './components/ReportButton.tsx';
export { SnapshotTexts } from './components/SnapshotTexts.tsx';
export { SuspendedTakedowns } from './components/SuspendedTakedowns.tsx';
