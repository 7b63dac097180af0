import { useState } from 'react';

import { userLogin } from '@fws/contract/identity/calls';
import { DialogPage } from '../components/DialogPage.tsx';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { CallError } from '../../../platform/client/index.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { logIn, providersQuery } from '../api.ts';
import { LOGIN_ADDRESS, recordCodeSent } from '../codesSent.ts';
import { LoginChallenge } from '../components/LoginChallenge.tsx';
import { LoginForm } from '../forms/LoginForm.tsx';

const SOCIAL_OUTCOMES = ['cancelled', 'expired', 'failed', 'off'] as const;

/** The password, then a second step in an unknown browser. The URL names the step, so that it survives a reload. */
export default function LoginScreen() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isSecondStep = params.get('confirm') === '1';
  const [problem, setProblem] = useState('');
  const form = useCheckedForm({
    defaultValues: { identifier: '', password: '' },
    resolver: contractResolver(userLogin),
  });

  function goToStep(step: 'password' | 'confirm', reason = ''): void {
    setProblem(reason);
    const next = new URLSearchParams(params);
    next.delete('social');
    if (step === 'confirm') next.set('confirm', '1');
    else next.delete('confirm');
    const search = next.toString();
    navigate(search ? `${paths.login()}?${search}` : paths.login(), { replace: true });
  }

  const submit = form.handleSubmit(async (values) => {
    setProblem('');
    try {
      await logIn(values);
    } catch (error) {
      if (error instanceof CallError && error.stepUp === 'login') {
        recordCodeSent(LOGIN_ADDRESS);
        return goToStep('confirm');
      }
      if (!showFieldErrors(error, form.setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });

  if (isSecondStep)
    return (
      <DialogPage title={t('identity.stepUp')} step="confirm">
        <LoginChallenge onBack={(reason) => goToStep('password', reason)} />
      </DialogPage>
    );
  const social = SOCIAL_OUTCOMES.find((outcome) => outcome === params.get('social'));
  const note =
    social &&
    ({ tone: social === 'cancelled' ? 'info' : 'bad', text: t(`identity.social.${social}`) } as const);
  return (
    <DialogPage title={t('shell.login')} step="password">
      <LoginForm form={form} note={problem ? { tone: 'bad', text: problem } : note} onSubmit={submit} />
    </DialogPage>
  );
}

LoginScreen.firstQueries = () => [providersQuery()];
