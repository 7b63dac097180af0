import '../profile-edit.css';
import { useEffect, useRef, useState } from 'react';
import { convertToPixelCrop } from 'react-image-crop';
import type { PercentCrop } from 'react-image-crop';
import { CallError } from '../../../platform/client/index.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { isHeic } from '../../../platform/photos/heic.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, FileDrop, Note } from '../../../ui/index.ts';
import { savePhoto } from '../api.ts';
import { Cropper, INITIAL_VIEW, type CropView } from './Cropper.tsx';
import { calculateSquare } from './square.ts';

const FILE_NAME = 'profile_picture.jpg';
const JPEG_QUALITY = 0.92;

/** Chooses a photo, crops it to a square, and sends it. */
export default function PhotoDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const [source, setSource] = useState<string>();
  const chosen = useRef<File>(null);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [view, setView] = useState<CropView>(INITIAL_VIEW);
  const imageRef = useRef<HTMLImageElement>(null);

  // The browser keeps the file's bytes until its object URL is revoked.
  useEffect(() => () => URL.revokeObjectURL(source ?? ''), [source]);

  function choose(file: File): void {
    setProblem(undefined);
    setView(INITIAL_VIEW);
    chosen.current = file;
    setSource(URL.createObjectURL(file));
  }

  async function save(): Promise<void> {
    if (saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await savePhoto(await cropToSquare(imageRef.current, view.crop, view.zoom));
      toast.success(translate('web.profile.photoSaved'));
      onClose();
    } catch (error) {
      const fieldError = error instanceof CallError ? error.fields['photo'] : undefined;
      setProblem(
        fieldError ?? (error instanceof Error ? error.message : translate('common.something_wrong')),
      );
      setSaving(false);
    }
  }

  async function rejectPhoto(): Promise<void> {
    setSource(undefined);
    const heic = chosen.current !== null && (await isHeic(chosen.current));
    setProblem(translate(heic ? 'common.file_heic' : 'common.file_damaged'));
  }

  const footer = source ? (
    <>
      <Button disabled={saving} onClick={() => setSource(undefined)}>
        {t('web.profile.otherPhoto')}
      </Button>
      <Button
        variant="primary"
        disabled={!online}
        busy={saving}
        busyText={t('web.profile.savingPhoto')}
        onClick={() => void save()}
      >
        {online ? t('web.profile.savePhoto') : t('ui.needsInternet')}
      </Button>
    </>
  ) : (
    <Button onClick={onClose}>{t('ui.cancel')}</Button>
  );
  return (
    <Dialog title={t('web.profile.photoTitle')} onClose={onClose} footer={footer} full persistent>
      <div className="stack">
        {problem !== undefined && <Note tone="bad">{problem}</Note>}
        {source === undefined ? (
          <Field label={t('web.profile.photo')}>
            <FileDrop accept="image/*" limit={t('web.profile.photoLimit')} onFile={choose} />
          </Field>
        ) : (
          <Cropper
            source={source}
            view={view}
            onView={setView}
            imageRef={imageRef}
            onUnreadable={() => void rejectPhoto()}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The part of the photo under the square, as the file to send. */
async function cropToSquare(
  image: HTMLImageElement | null,
  crop: PercentCrop | undefined,
  zoom: number,
): Promise<File> {
  const createError = () => new Error(translate('web.profile.canvasEmpty'));
  if (!image || !crop) throw createError();
  const { width, height, naturalWidth, naturalHeight } = image;
  const square = calculateSquare(convertToPixelCrop(crop, width, height), {
    shown: { width, height },
    natural: { width: naturalWidth, height: naturalHeight },
    zoom,
  });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!square || !context) throw createError();
  const { x, y, side, pixels } = square;
  canvas.width = pixels;
  canvas.height = pixels;
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, pixels, pixels);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, side, side, 0, 0, pixels, pixels);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
  if (!blob) throw createError();
  return new File([blob], FILE_NAME, { type: 'image/jpeg' });
}
