import { useT } from '../../../platform/i18n/index.ts';
import { Screen, Sheet } from '../../../ui/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';
import { LegalSections } from '../components/LegalSections.tsx';

export default function LegalScreen({ text }: { text: LegalText }) {
  const t = useT();
  return (
    <Screen title={t(legalTexts[text].title)} data={null}>
      <Sheet>
        <LegalSections text={text} heading="h2" />
      </Sheet>
    </Screen>
  );
}

LegalScreen.firstQueries = () => [];
