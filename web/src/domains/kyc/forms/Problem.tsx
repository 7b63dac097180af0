import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';
import { useNext } from '../useNext.ts';

/** An error without a field. A rejected video links back to the camera. */
export function Problem({ text, videoLost }: { text: string; videoLost: boolean }) {
  const t = useT();
  const next = useNext();
  if (text === '') return null;
  return (
    <div role="alert">
      <Note tone="bad">
        {text}
        {videoLost && (
          <ButtonLink className="kyc-go" to={next.withNext(paths.verifyUser())}>
            {t('web.kyc.recordAgain')}
          </ButtonLink>
        )}
      </Note>
    </div>
  );
}
