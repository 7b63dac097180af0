import './security.css';
import { useState } from 'react';
import { RECOVERY_CODES } from '@fws/contract/identity/model';
import type { SecondFactors } from '@fws/contract/identity/factors/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { refresh } from '../../../platform/queries/index.ts';
import { Button, Mark, Row, Rows, Sheet } from '../../../ui/index.ts';
import { removeAuthenticator, removePasskey, renewRecoveryCodes } from '../api.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { PasskeyRows } from './PasskeyRows.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx';

type Props = { factors: SecondFactors };
type Passkey = SecondFactors['passkeys'][number];
/** What the open dialog is about. */
type Question = { about: 'authenticator' } | { about: 'codes' } | { about: 'passkey'; passkey: Passkey };

/** How a login is proven after the password: an app, passkeys, and recovery codes for when those are lost. */
export function SecondStepPanel({ factors }: Props) {
  const t = useT();
  const [question, setQuestion] = useState<Question>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { authenticator, passkeys, recoveryCodesLeft } = factors;
  const isOn = authenticator !== null || passkeys.length > 0;

  function showCodes(newCodes: readonly string[]): void {
    setCodes(newCodes);
    void refresh('identity');
  }

  return (
    <Sheet>
      <StepHead factors={factors} />
      <Rows>
        <Row
          title={t('security.authenticator')}
          detail={
            authenticator
              ? t('security.setOn', { date: formatDate(t, authenticator.setAt) })
              : t('security.notSetUp')
          }
          action={
            authenticator ? (
              <Button
                variant="quiet"
                aria-label={t('security.removeAuthenticatorShort')}
                onClick={() => setQuestion({ about: 'authenticator' })}
              >
                {t('security.remove')}
              </Button>
            ) : (
              <SetUpAuthenticator onSet={showCodes} />
            )
          }
        />
        <PasskeyRows
          passkeys={passkeys}
          onAdded={showCodes}
          onRemove={(passkey) => setQuestion({ about: 'passkey', passkey })}
        />
        {isOn && (
          <Row
            title={t('security.recoveryCodes')}
            detail={t('security.codesLeft', { left: recoveryCodesLeft, all: RECOVERY_CODES })}
            action={
              <Button variant="quiet" onClick={() => setQuestion({ about: 'codes' })}>
                {t('security.newCodes')}
              </Button>
            }
          />
        )}
        <Row title={t('security.smsCode')} detail={t('security.smsAlways')} />
      </Rows>
      {question && (
        <QuestionDialog
          question={question}
          isLast={(authenticator ? 1 : 0) + passkeys.length === 1}
          onCodes={showCodes}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Sheet>
  );
}

function StepHead({ factors: { authenticator, passkeys } }: Props) {
  const t = useT();
  const isOn = authenticator !== null || passkeys.length > 0;
  const method = passkeys.length > 0 ? 'passkey' : 'authenticator';
  return (
    <div className="sec-head">
      {isOn && <Mark />}
      <div>
        <h2>{t(isOn ? 'security.stepOn' : 'security.stepOff')}</h2>
        <p className="t2 mut">{t(isOn ? `security.stepOnText.${method}` : 'security.stepOffText')}</p>
      </div>
    </div>
  );
}

type QuestionProps = {
  question: Question;
  /** True when removing it would leave no second step. */
  isLast: boolean;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

function QuestionDialog({ question, isLast, onCodes, onClose }: QuestionProps) {
  const t = useT();
  if (question.about === 'codes')
    return (
      <ConfirmDialog
        title={t('security.newCodesTitle')}
        text={t('security.newCodesText')}
        button={t('security.makeCodes')}
        busyText={t('security.making')}
        command={renewRecoveryCodes}
        onDone={onCodes}
        onClose={onClose}
      />
    );
  const { about } = question;
  const remove =
    about === 'passkey' ? (otp: string) => removePasskey(question.passkey.id, otp) : removeAuthenticator;
  return (
    <ConfirmDialog
      title={
        about === 'passkey'
          ? t('security.removePasskey', { name: question.passkey.name })
          : t('security.removeAuthenticator')
      }
      text={t(isLast ? 'security.removeLast' : 'security.removeOther')}
      button={t('security.remove')}
      busyText={t('security.removing')}
      isDanger
      command={remove}
      doneText={t(about === 'passkey' ? 'identity.passkey_removed' : 'identity.authenticator_removed')}
      onDone={() => void refresh('identity')}
      onClose={onClose}
    />
  );
}
