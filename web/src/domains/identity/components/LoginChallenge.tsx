import '../identity.css';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, LoadError, Skeleton, SkeletonLine } from '../../../ui/index.ts';
import { challengeQuery } from '../api.ts';
import { LoginProof } from './LoginProof.tsx';

type Props = {
  /** Returns to the password step, with a reason when there is one. */
  onBack: (reason?: string) => void;
};

/** The second step of a login. It ends when the server no longer knows the challenge. */
export function LoginChallenge({ onBack }: Props) {
  const t = useT();
  const { data, error, refetch } = useQuery(challengeQuery());
  const isOver = error instanceof CallError && error.status === 401;
  useEffect(() => {
    if (isOver) onBack(error.message);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- run once, when the challenge ends
  }, [isOver]);
  if (data) return <LoginProof challenge={data} onBack={onBack} />;
  return (
    <div className="stack">
      {error && !isOver ? (
        <>
          <LoadError error={error} onRetry={() => void refetch()} />
          <Button block onClick={() => onBack()}>
            {t('ui.back')}
          </Button>
        </>
      ) : (
        <Skeleton>
          <SkeletonLine width="80%" height={20} />
          <SkeletonLine height={54} />
        </Skeleton>
      )}
    </div>
  );
}
