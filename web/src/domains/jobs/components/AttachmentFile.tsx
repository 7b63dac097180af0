import { useState } from 'react';
import type { FileLink } from '@fws/contract/platform/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, ButtonLink, Icon } from '../../../ui/index.ts';
import { formatFileSize } from '../formatFileSize.ts';
import AttachmentDialog from './AttachmentDialog.tsx';

/** A file as a row, with buttons to open and download it. */
export function AttachmentFile({ file }: { file: FileLink }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div className="file">
      <Icon name={file.image ? 'image' : 'doc'} />
      <div>
        <b>{file.name}</b>
        <small>{formatFileSize(file.bytes)}</small>
      </div>
      {file.image ? (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('web.jobs.open')}
        </Button>
      ) : (
        <ButtonLink to={file.url} toServer target="_blank" rel="noreferrer" variant="quiet">
          {t('web.jobs.open')}
        </ButtonLink>
      )}
      <ButtonLink to={file.url} toServer download={file.name} variant="quiet" icon="download">
        <span className="vh">{t('web.jobs.downloadFile', { name: file.name })}</span>
      </ButtonLink>
      {open && <AttachmentDialog file={file} onClose={() => setOpen(false)} />}
    </div>
  );
}
