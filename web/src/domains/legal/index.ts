export { LegalDialog } from './components/LegalDialog.tsx';
export type { LegalText } from './texts.ts';
