import { LegalScreen } from '../components/LegalScreen.tsx';

export default function TermsScreen() {
  return <LegalScreen text="terms" />;
}
