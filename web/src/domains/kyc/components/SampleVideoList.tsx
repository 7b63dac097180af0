import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { SampleVideo } from '@fws/contract/kyc/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Dialog, LoadError, SkeletonLine } from '../../../ui/index.ts';
import { sampleVideosQuery } from '../api.ts';

/** A language's own name, in its own script. */
function getLanguageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Sample videos in the user's language; each plays in a dialog. */
export function SampleVideoList() {
  const t = useT();
  const videos = useQuery(sampleVideosQuery());
  const [shown, setShown] = useState<SampleVideo | null>(null);
  if (videos.isPending) return <SkeletonLine height={48} />;
  if (videos.error) return <LoadError error={videos.error} onRetry={videos.refetch} />;
  return (
    <>
      {videos.data.length === 0 && <p className="t2 mut">{t('web.kyc.noSamples')}</p>}
      <ul className="kyc-langs">
        {videos.data.map((video) => (
          <li key={video.id}>
            <button type="button" lang={video.language} onClick={() => setShown(video)}>
              {getLanguageName(video.language)}
            </button>
          </li>
        ))}
      </ul>
      {shown && <Player video={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function Player({ video, onClose }: { video: SampleVideo; onClose: () => void }) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  return (
    <Dialog title={t('web.kyc.sampleTitle', { language: getLanguageName(video.language) })} onClose={onClose}>
      {failed ? (
        <p role="alert">{t('web.kyc.sampleFailed')}</p>
      ) : (
        // The clip has no sound. Its text is in the picture, and below.
        <video
          className="kyc-sample"
          src={video.url}
          controls
          autoPlay
          muted
          playsInline
          aria-describedby="kyc-sample-steps"
          onError={() => setFailed(true)}
        />
      )}
      <ol id="kyc-sample-steps" className="t2 kyc-sample-steps">
        <li>{t('web.kyc.sample.face')}</li>
        <li>{t('web.kyc.sample.read')}</li>
        <li>{t('web.kyc.sample.stop')}</li>
      </ol>
    </Dialog>
  );
}
