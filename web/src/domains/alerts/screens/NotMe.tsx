import '../alerts.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useParams } from '../../../platform/router/index.ts';
import { Columns, Screen, SkeletonLine } from '../../../ui/index.ts';
import { AccountsAside } from '../../payouts/index.ts';
import { alertQuery } from '../api.ts';
import { BadLink } from '../components/BadLink.tsx';
import { Consequences } from '../components/Consequences.tsx';
import { Denied } from '../components/Denied.tsx';
import { Question } from '../components/Question.tsx';
import { formatAlertLead } from '../labels.ts';

/** Opened by the link in an alert and by the notification in the app: what happened, and how to stop it. */
export default function NotMe() {
  const t = useT();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(alertQuery(id));
  // Keep the answer here: it ends the session, after which the alert cannot be read by id.
  const [answered, setAnswered] = useState<OwnerAlert>();
  const alert = answered ?? query.data;
  const refusal = answered ? null : query.error;
  if (refusal instanceof CallError && [404, 422, 429].includes(refusal.status))
    return <BadLink reason={refusal.message} />;
  return (
    <Screen
      title={alert ? t(`web.alerts.title.${alert.kind}`) : t('web.alerts.title')}
      lead={alert && formatAlertLead(t, alert)}
      data={answered ? null : query}
      skeleton={
        <div className="sheet sk-card">
          <SkeletonLine width="40%" />
          <SkeletonLine height={120} />
          <SkeletonLine height={48} />
        </div>
      }
    >
      {() => alert && <AlertBody alert={alert} reference={id} onAnswer={setAnswered} />}
    </Screen>
  );
}

/** None: the page for guests is the same for every link, so that it can be kept. */
NotMe.firstQueries = () => [];

type BodyProps = { alert: OwnerAlert; reference: string; onAnswer: (alert: OwnerAlert) => void };

function AlertBody({ alert, reference, onAnswer }: BodyProps) {
  if (alert.answer === 'denied')
    return (
      <div className="alert-narrow">
        <Denied alert={alert} />
      </div>
    );
  const parts = (
    <>
      <Question alert={alert} reference={reference} onAnswer={onAnswer} />
      <Consequences alert={alert} />
    </>
  );
  return alert.own && alert.account ? (
    <Columns aside={<AccountsAside />}>{parts}</Columns>
  ) : (
    <div className="alert-narrow">{parts}</div>
  );
}
