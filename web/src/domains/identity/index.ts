export { ChangePassword } from './components/ChangePassword.tsx';
export { ForgotPassword } from './components/ForgotPassword.tsx';
export { ContactEdit } from './components/ContactEdit.tsx';
export { LoginChallenge } from './components/LoginChallenge.tsx';
export { default as StepUpDialog } from './components/StepUpDialog.tsx';
export { useStepUp } from './components/useStepUp.tsx';
