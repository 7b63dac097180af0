import type { FileLink } from '@fws/contract/platform/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Dialog } from '../../../ui/index.ts';

export default function AttachmentDialog({ file, onClose }: { file: FileLink; onClose: () => void }) {
  const t = useT();
  const download = (
    <ButtonLink to={file.url} toServer download={file.name} icon="download">
      {t('web.jobs.download')}
    </ButtonLink>
  );
  return (
    <Dialog title={t('web.jobs.attachment')} onClose={onClose} footer={download} wide>
      <img className="job-image" src={file.url} alt={file.name} />
    </Dialog>
  );
}
