import type { OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { loadSession } from '../../../platform/session/index.ts';
import { Button, ButtonRow, Icon, Lines, Note } from '../../../ui/index.ts';
import { useConfirm, useDeny } from '../api.ts';
import { formatConsequence, listFacts } from '../labels.ts';

type Props = { alert: OwnerAlert; reference: string; onAnswer: (alert: OwnerAlert) => void };

/** What happened, and the two possible answers. */
export function Question({ alert, reference, onAnswer }: Props) {
  const t = useT();
  const online = useOnline();
  const confirm = useConfirm(reference);
  const deny = useDeny(reference);
  const problem = deny.error ?? confirm.error;
  const isConfirmed = alert.answer === 'confirmed';

  async function sendDenial(): Promise<void> {
    const answer = await deny.mutateAsync().catch(() => undefined);
    if (!answer) return;
    onAnswer(answer);
    // If this session belonged to the owner, the denial has ended it.
    await loadSession();
  }

  async function sendConfirmation(): Promise<void> {
    const answer = await confirm.mutateAsync().catch(() => undefined);
    if (answer) onAnswer(answer);
  }

  return (
    <section className="sheet">
      <div className="alert-h">
        <Icon name="alert" />
        <div>
          <h2>{t(`web.alerts.ask.${alert.kind}`)}</h2>
          <p className="t2 mut">{formatConsequence(t, alert)}</p>
        </div>
      </div>
      <Lines items={listFacts(t, alert)} />
      {problem && <Note tone="bad">{problem.message}</Note>}
      {isConfirmed && (
        <Note tone="good" role="status">
          {t('web.alerts.confirmed')}
        </Note>
      )}
      <ButtonRow>
        <Button
          variant={isConfirmed ? 'danger' : 'dangerSolid'}
          icon="alert"
          disabled={!online}
          busy={deny.isPending}
          busyText={t('web.alerts.stopping')}
          onClick={() => void sendDenial()}
        >
          {t(online ? 'web.alerts.notMe' : 'ui.needsInternet')}
        </Button>
        {!isConfirmed && (
          <Button disabled={!online} busy={confirm.isPending} onClick={() => void sendConfirmation()}>
            {t(`web.alerts.yes.${alert.kind}`)}
          </Button>
        )}
      </ButtonRow>
    </section>
  );
}
