export { ChangePassword } from './components/ChangePassword.tsx';
export { ContactEdit } from './components/ContactEdit.tsx';
export { SessionsPanel } from './components/SessionsPanel.tsx';
export { StepUpDialog } from './components/StepUpDialog.tsx';
