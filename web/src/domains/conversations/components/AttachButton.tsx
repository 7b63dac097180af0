import { useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';

type Props = {
  id: string;
  /** The id of the error below, where there is one. */
  describedBy: string | undefined;
  /** The user is about to choose. */
  onOpen: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** Takes photos, from the camera or the gallery, and a PDF. */
export function AttachButton({ id, describedBy, onOpen, onFiles }: Props) {
  const t = useT();
  return (
    <label className="icbtn talk-attach" htmlFor={id}>
      <Icon name="camera" />
      <span className="vh">{t('web.conversations.attach')}</span>
      <input
        id={id}
        type="file"
        accept="image/*,application/pdf"
        multiple
        className="vh"
        aria-describedby={describedBy}
        aria-invalid={describedBy === undefined ? undefined : true}
        onClick={onOpen}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Reset, so that the same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
