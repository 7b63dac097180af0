import { ChosenFile } from '../../../ui/index.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { formatFileSize } from '../../jobs/index.ts';
import type { Attachments } from '../useAttachments.ts';

type Props = {
  attachments: Attachments;
  /** The control that adds some. It gets the focus of what is removed. */
  inputId: string;
  errorId: string;
};

/** What goes with the message, above its text. Nothing where nothing was chosen. */
export function ChosenAttachments({ attachments, inputId, errorId }: Props) {
  const { photos, file, error } = attachments;
  const { Tiles, items } = photos;
  const keepFocus = () => requestAnimationFrame(() => document.getElementById(inputId)?.focus());
  if (attachments.isEmpty && error === undefined) return null;
  return (
    <div className="talk-chosen">
      {Tiles && items.length > 0 && (
        <Tiles
          items={items}
          id={inputId}
          input={null}
          onRetry={photos.retry}
          onRemove={(key) => {
            photos.remove(key);
            keepFocus();
          }}
          onBroken={photos.check}
        />
      )}
      {file && (
        <ChosenFile
          name={file.name}
          detail={formatFileSize(file.size)}
          onRemove={() => {
            attachments.removeFile();
            keepFocus();
          }}
        />
      )}
      <div className={error === undefined ? undefined : 'field bad'}>
        <FieldError id={errorId} error={error} />
      </div>
    </div>
  );
}
