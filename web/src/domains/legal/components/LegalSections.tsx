import '../legal.css';
import { useContacts } from '../../../platform/contacts/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';

/** `heading` is one level below the title above it. */
export function LegalSections({ text, heading: Heading }: { text: LegalText; heading: 'h2' | 'h3' }) {
  const t = useT();
  // Contacts, for the texts that name them.
  const { email, phone, grievanceOfficer: officer, grievanceEmail: grievance, address } = useContacts();
  return (
    <div className="legal">
      {legalTexts[text].sections.map(([heading, paragraph]) => (
        <section key={heading}>
          <Heading>{t(heading)}</Heading>
          <p>{t(paragraph, { email, phone, officer, grievance, address })}</p>
        </section>
      ))}
    </div>
  );
}
