import './css/file.css';
import { useState } from 'react';
import type { ComponentProps, DragEvent, ReactNode } from 'react';
import { useFormUpload } from '../platform/client/uploads.ts';
import { useT } from '../platform/i18n/index.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { useControl } from './Field.tsx';
import { Icon } from './Icon.tsx';

type DropProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  onFile?: (file: File) => void;
  /** Replaces `onFile` where several files may be chosen at once (`multiple`). */
  onFiles?: (files: readonly File[]) => void;
  /** What may be chosen, with the limit: "Image or PDF, up to 10 MB". */
  limit: ReactNode;
};

export function FileDrop({ id, onFile, onFiles, limit, ...rest }: DropProps) {
  const t = useT();
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  function addFiles(list: FileList | null): void {
    const files = [...(list ?? [])];
    const [first] = files;
    if (!first || rest.disabled) return;
    onFile?.(first);
    onFiles?.(rest.multiple ? files : [first]);
  }

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setIsDraggedOver(false);
    addFiles(event.dataTransfer.files);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra for pointers; the input handles the keyboard
    <label
      className={cx('drop', isDraggedOver && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
    >
      <Icon name="upload" />
      <span>
        <b>{t('ui.chooseFile')}</b>
        <small>{limit}</small>
      </span>
      <input
        {...useControl(id)}
        {...rest}
        type="file"
        className="vh"
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files);
          // Reset, so that the same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

type RowProps = {
  name: string;
  detail?: ReactNode;
  /** Percent uploaded, while uploading. */
  progress?: number | undefined;
  href?: string | undefined;
  onRemove?: (() => void) | undefined;
};

/** A chosen file. While its form is being sent, it shows the progress and can be stopped instead of removed. */
export function ChosenFile({ name, detail, onRemove }: Pick<RowProps, 'name' | 'detail' | 'onRemove'>) {
  const upload = useFormUpload();
  if (!upload) return <FileRow name={name} detail={detail} onRemove={onRemove} />;
  return <FileRow name={name} progress={upload.percent} onRemove={upload.cancel} />;
}

/** Shown only while its form is being sent: for what was recorded on another screen. */
export function SendingFile({ name }: { name: string }) {
  const upload = useFormUpload();
  return upload && <FileRow name={name} progress={upload.percent} onRemove={upload.cancel} />;
}

export function FileRow({ name, detail, progress, href, onRemove }: RowProps) {
  const t = useT();
  const isSending = progress !== undefined;
  return (
    <div className="file">
      <Icon name="doc" />
      <div>
        <b>{href === undefined ? name : <a href={href}>{name}</a>}</b>
        {progress === undefined ? (
          detail !== undefined && <small>{detail}</small>
        ) : (
          <>
            <small role="status">{t('ui.uploading', { percent: Math.round(progress) })}</small>
            <progress max={100} value={progress} aria-hidden="true" />
          </>
        )}
      </div>
      {onRemove && (
        <IconButton
          icon="x"
          label={t(isSending ? 'ui.stopSending' : 'ui.remove', { name })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
