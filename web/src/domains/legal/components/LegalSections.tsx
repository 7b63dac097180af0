import { useT } from '../../../platform/i18n/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';

export function LegalSections({ text }: { text: LegalText }) {
  const t = useT();
  return (
    <div className="stack">
      {legalTexts[text].sections.map(([heading, paragraph]) => (
        <section key={heading}>
          <h3>{t(heading)}</h3>
          <p>{t(paragraph)}</p>
        </section>
      ))}
    </div>
  );
}
