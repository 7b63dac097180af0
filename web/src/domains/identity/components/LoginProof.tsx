import '../identity.css';
import { useState } from 'react';
import type { LoginMethod } from '@fws/contract/identity/model';
import type { LoginChallenge } from '@fws/contract/identity/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { canUsePasskeys } from '../passkeys.ts';
import { LoginCode } from './LoginCode.tsx';
import { LoginPasskey } from './LoginPasskey.tsx';

type Props = { challenge: LoginChallenge; onBack: (reason?: string) => void };

/** Proves a login by one of the methods that its challenge accepts, the safest first. */
export function LoginProof({ challenge, onBack }: Props) {
  const t = useT();
  const methods = challenge.methods.filter((method) => method !== 'passkey' || canUsePasskeys());
  const [chosen, setChosen] = useState<LoginMethod>();
  const method = chosen ?? methods[0];
  const others = methods.filter((candidate) => candidate !== method);
  return (
    <div className="stack">
      {method === undefined && <Note tone="bad">{t('identity.noPasskeysHere')}</Note>}
      {method === 'passkey' && <LoginPasskey options={challenge.passkeyOptions ?? ''} onBack={onBack} />}
      {method !== undefined && method !== 'passkey' && (
        // The key empties the field when the method changes.
        <LoginCode key={method} method={method} challenge={challenge} onBack={onBack} />
      )}
      {others.length > 0 && (
        <section className="id-ways">
          <h3>{t('identity.anotherWay')}</h3>
          {others.map((other) => (
            <Button key={other} block onClick={() => setChosen(other)}>
              {t(`identity.useMethod.${other}`)}
            </Button>
          ))}
        </section>
      )}
      <Button variant="quiet" block onClick={() => onBack()}>
        {t('identity.backToPassword')}
      </Button>
      {challenge.sentTo === null && <p className="t2 mut">{t('identity.lostFactors')}</p>}
    </div>
  );
}
