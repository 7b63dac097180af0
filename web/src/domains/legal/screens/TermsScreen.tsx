import { LegalScreen } from './LegalScreen.tsx';

export default function TermsScreen() {
  return <LegalScreen text="terms" />;
}
