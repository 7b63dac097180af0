export { StepUpDialog } from './components/StepUpDialog.tsx';
