import type { Photo } from '@fws/contract/platform/schemas';
import { useT } from '../../../platform/i18n/index.ts';

/** Small photos, each of which opens in a window of its own. */
export function Photos({ photos }: { photos: readonly Pick<Photo, 'url' | 'thumbUrl'>[] }) {
  const t = useT();
  if (photos.length === 0) return null;
  return (
    <ul className="adm-pics">
      {photos.map(({ url, thumbUrl }, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={thumbUrl}
              alt={t('web.admin.reports.photo', { number: index + 1, count: photos.length })}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
