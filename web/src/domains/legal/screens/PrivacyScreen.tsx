import { LegalScreen } from '../components/LegalScreen.tsx';

export default function PrivacyScreen() {
  return <LegalScreen text="privacy" />;
}
