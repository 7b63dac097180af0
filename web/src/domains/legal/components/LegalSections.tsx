import { useT } from '../../../platform/i18n/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';

/** `heading` is one below the title that stands over it. */
export function LegalSections({ text, heading: Heading }: { text: LegalText; heading: 'h2' | 'h3' }) {
  const t = useT();
  return (
    <div className="stack">
      {legalTexts[text].sections.map(([heading, paragraph]) => (
        <section key={heading}>
          <Heading>{t(heading)}</Heading>
          <p>{t(paragraph)}</p>
        </section>
      ))}
    </div>
  );
}
