import '../legal.css';
import { contact } from '../../../app/contact.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';

/** Whom to write to, where a text names them. */
const reach = {
  email: contact.email,
  phone: contact.phone,
  grievance: contact.grievance,
  address: contact.address.join(', '),
};

/** `heading` is one below the title that stands over it. */
export function LegalSections({ text, heading: Heading }: { text: LegalText; heading: 'h2' | 'h3' }) {
  const t = useT();
  return (
    <div className="legal">
      {legalTexts[text].sections.map(([heading, paragraph]) => (
        <section key={heading}>
          <Heading>{t(heading)}</Heading>
          <p>{t(paragraph, reach)}</p>
        </section>
      ))}
    </div>
  );
}
