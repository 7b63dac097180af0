import { LegalScreen } from './LegalScreen.tsx';

export default function AboutScreen() {
  return <LegalScreen text="about" />;
}
