import { isPicture } from '../../../platform/photos/heic.ts';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { useT } from '../../../platform/i18n/index.ts';
import { ChosenFile, Field, FileDrop } from '../../../ui/index.ts';
import { formatFileSize } from '../formatFileSize.ts';

export type Upload = { file?: File; error?: string };

type Props = { id: string; label: string; upload: Upload; onChange: (upload: Upload) => void };

/** One optional image or PDF. An invalid file is refused beside the field, before anything is sent. */
export function UploadField({ id, label, upload, onChange }: Props) {
  const t = useT();

  function choose(file: File): void {
    const problem = findFileProblem(file);
    onChange(problem ? { error: t(problem) } : { file });
  }

  return (
    <Field id={id} label={label} optional error={upload.error}>
      {upload.file ? (
        <ChosenFile
          name={upload.file.name}
          detail={formatFileSize(upload.file.size)}
          onRemove={() => onChange({})}
        />
      ) : (
        <FileDrop accept="image/*,application/pdf" limit={t('web.jobs.fileLimit')} onFile={choose} />
      )}
    </Field>
  );
}

function findFileProblem(file: File): SharedMessageId | undefined {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'common.file_too_large';
  const isAllowed = isPicture(file) || file.type === 'application/pdf';
  return isAllowed ? undefined : 'common.file_wrong_type';
}
