import type { ReactNode } from 'react';
import type { PhotoItem } from './PhotoUploads.ts';

/** The list of a `PhotosField`. */
export interface TilesProps {
  items: readonly PhotoItem[];
  id: string;
  /** The control that adds one; null: it is elsewhere. */
  input: ReactNode;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
  onBroken: (item: PhotoItem) => void;
}
