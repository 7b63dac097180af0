import { useQuery } from '@tanstack/react-query';
import { formatDate, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { useDecideWebhook, webhookQuery } from './api.ts';
import { getItemTitle } from '../queue/labels.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';

/** A webhook in a provider's name that failed verification. */
export function WebhookCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(webhookQuery(id));
  const decide = useDecideWebhook();
  return (
    <CaseFrame query={query}>
      {(webhook) => ({
        overline: t('web.admin.webhookOver', {
          provider: webhook.provider,
          date: `${formatDate(t, webhook.receivedAt)}, ${formatTime(t, webhook.receivedAt)}`,
        }),
        title: getItemTitle('webhook', webhook.verdict),
        facts: (
          <>
            <p className="adm-lead">{t('web.admin.webhookLead')}</p>
            <FactTable
              rows={[
                [t('web.admin.refusedFor'), webhook.reason],
                [t('web.admin.size'), t('web.admin.bytes', { count: webhook.bytes })],
                ...webhook.claims.map(({ name, value }) => [name, value] as const),
                ...webhook.headers.map(({ name, value }) => [name, value] as const),
              ]}
            />
          </>
        ),
        decide: webhook.seen ? (
          <Note>
            {t('web.admin.reviewedBy', { person: webhook.seen.by, date: formatDate(t, webhook.seen.at) })}
          </Note>
        ) : (
          <>
            <h3>{t('web.admin.decide')}</h3>
            <Note>{t('web.admin.webhookHint')}</Note>
            <ReasonForm
              label={t('web.admin.note')}
              hint={t('web.admin.reasonDismiss')}
              choices={[
                {
                  label: t('web.admin.checkAgain'),
                  variant: 'primary',
                  onChoose: async (reason) => {
                    const { accepted } = await decide.mutateAsync({
                      webhookId: id,
                      decision: 'retry',
                      reason,
                    });
                    if (!accepted) throw new Error(translate('admin.webhook_refused'));
                  },
                  doneText: translate('admin.webhook_accepted'),
                },
                {
                  label: t('web.admin.dismiss'),
                  variant: 'second',
                  needsReason: true,
                  onChoose: (reason) => decide.mutateAsync({ webhookId: id, decision: 'dismiss', reason }),
                  doneText: translate('admin.webhook_seen'),
                },
              ]}
            />
          </>
        ),
      })}
    </CaseFrame>
  );
}
