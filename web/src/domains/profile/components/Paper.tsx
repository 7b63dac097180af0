import '../papers.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FileLink } from '@fws/contract/platform/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Dialog, Icon } from '../../../ui/index.ts';
import { formatFileSize } from '../../jobs/index.ts';

type Props = { file: FileLink; kind: string; action?: ReactNode };

/** A certificate or the resume: an image is shown, any other file is a link. */
export function Paper({ file, kind, action }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const name = t('web.profile.open', { name: file.name });
  const detail = t('web.profile.paperDetail', { kind, size: formatFileSize(file.bytes) });
  return (
    <div className="file pf-paper">
      {file.image ? (
        <button type="button" className="pf-thumb" aria-label={name} onClick={() => setOpen(true)}>
          <img src={file.url} alt="" loading="lazy" />
        </button>
      ) : (
        <Icon name="doc" />
      )}
      <div>
        {file.image ? (
          <b>{file.name}</b>
        ) : (
          <b>
            <a href={file.url} target="_blank" rel="noreferrer">
              {file.name} <span className="vh">{t('web.profile.newTab')}</span>
            </a>
          </b>
        )}
        <small>{detail}</small>
      </div>
      {action}
      {open && (
        <Dialog
          title={file.name}
          wide
          onClose={() => setOpen(false)}
          footer={
            <ButtonLink to={file.url} toServer download={file.name} icon="download">
              {t('web.profile.download')}
            </ButtonLink>
          }
        >
          <img className="pf-picture" src={file.url} alt={file.name} />
        </Dialog>
      )}
    </div>
  );
}
