import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink } from '../../../ui/index.ts';

/** "Edit", beside the title of the section it edits. */
export function EditLink({ to, section }: { to: string; section: string }) {
  const t = useT();
  return (
    <ButtonLink
      to={to}
      variant="quiet"
      icon="edit"
      className="pf-edit"
      aria-label={t('web.profile.editSection', { section })}
    >
      {t('web.profile.edit')}
    </ButtonLink>
  );
}
