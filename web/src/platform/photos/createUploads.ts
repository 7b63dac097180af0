export { PhotoTiles } from '../../ui/PhotoTiles.tsx';
import { uploadPhoto } from '@fws/contract/files/calls';
import type { Photo } from '@fws/contract/platform/schemas';
import { callApi, CallError } from '../client/index.ts';
import { translate } from '../i18n/index.ts';
import { PhotoUploads, type UploadPorts } from './PhotoUploads.ts';
import { reduceImage } from './reduceImage.ts';

const ports: UploadPorts = {
  send: (photo, uploadKey, options) => callApi(uploadPhoto, { uploadKey }, { files: { photo }, ...options }),
  reduce: (file) => reduceImage(file),
  isOnline: () => navigator.onLine,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  createKey: () => crypto.randomUUID(),
  createPreview: (file) => URL.createObjectURL(file),
  removePreview: (url) => {
    if (url !== '') URL.revokeObjectURL(url);
  },
  describe: (error) =>
    error instanceof CallError
      ? { status: error.status, message: error.fields['photo'] ?? error.message }
      : { status: 0, message: translate('common.something_wrong') },
  translate,
};

export const createUploads = (stored: readonly Photo[]): PhotoUploads => new PhotoUploads(ports, stored);
