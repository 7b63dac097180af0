import { LegalScreen } from './LegalScreen.tsx';

export default function PrivacyScreen() {
  return <LegalScreen text="privacy" />;
}
