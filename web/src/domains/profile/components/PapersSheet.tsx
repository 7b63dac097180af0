import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Sheet } from '../../../ui/index.ts';
import { EditLink } from './EditLink.tsx';
import { Paper } from './Paper.tsx';

export function PapersSheet({ profile }: { profile: Profile }) {
  const t = useT();
  const { resume, certificates } = profile;
  const isEmpty = resume === null && certificates.length === 0;
  return (
    <Sheet
      title={t('web.profile.papers')}
      action={<EditLink to={paths.resumeEdit()} section={t('web.profile.papers')} />}
    >
      {isEmpty ? (
        <>
          <p className="t2 mut">{t('web.profile.noPapers')}</p>
          <p className="pf-add">
            <ButtonLink to={paths.resumeEdit()}>{t('web.profile.addPapers')}</ButtonLink>
          </p>
        </>
      ) : (
        <div className="stack">
          {resume && <Paper file={resume} kind={t('web.profile.resume')} />}
          {certificates.map((file) => (
            <Paper key={file.url} file={file} kind={t('web.profile.certificate')} />
          ))}
        </div>
      )}
    </Sheet>
  );
}
