import { useState } from 'react';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import { CallError } from '../../platform/client/index.ts';
import { openDraft } from '../../platform/drafts/index.ts';
import { translate } from '../../platform/i18n/index.ts';
import { isPicture } from '../../platform/photos/heic.ts';
import { usePhotos, type FormPhotos } from '../../platform/photos/usePhotos.ts';
import type { Names } from './api.ts';

export interface Attachments {
  photos: FormPhotos;
  file: File | undefined;
  /** What is wrong with the files that were chosen. */
  error: string | undefined;
  isEmpty: boolean;
  /** Photos and a PDF, in one choice of the user. */
  add: (files: readonly File[]) => void;
  removeFile: () => void;
  /** Shows a refusal that is about them. */
  showProblem: (error: unknown) => void;
  /** After the message was sent. */
  reset: () => void;
}

/**
 * The photos and the file of a message that is being written. Uploaded photos stay on the device as a draft; a page
 * cannot keep a chosen file.
 */
export function useAttachments(userId: number, { jobId, userId: otherId }: Names): Attachments {
  const [photoStore] = useState(() => openDraft(userId, `message-photos-${jobId}-${otherId}`));
  const photos = usePhotos(photoStore);
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();

  function add(files: readonly File[]): void {
    const papers = files.filter((each) => each.type === 'application/pdf');
    const pictures = files.filter(isPicture);
    const [paper, ...others] = papers;
    setFileError(undefined);
    if (papers.length + pictures.length < files.length) setFileError(translate('common.file_wrong_type'));
    else if (others.length > 0) setFileError(translate('web.conversations.oneFile'));
    if (paper && paper.size > ATTACHMENT_MAX_BYTES) setFileError(translate('common.file_too_large'));
    else if (paper) setFile(paper);
    if (pictures.length > 0) void photos.add(pictures);
  }

  return {
    photos,
    file,
    error: photos.error ?? fileError,
    isEmpty: photos.items.length === 0 && file === undefined,
    add,
    removeFile: () => {
      setFile(undefined);
      setFileError(undefined);
    },
    showProblem: (error) => {
      const fields = error instanceof CallError ? error.fields : {};
      photos.setError(fields['photoIds']);
      setFileError(fields['file']);
    },
    reset: () => {
      photos.reset();
      setFile(undefined);
      setFileError(undefined);
    },
  };
}
