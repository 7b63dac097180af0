import { LegalScreen } from '../components/LegalScreen.tsx';

export default function AboutScreen() {
  return <LegalScreen text="about" />;
}
