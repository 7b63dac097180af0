import { useQuery } from '@tanstack/react-query';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { enquiryQuery, useMarkEnquiryAnswered } from './api.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';

export function EnquiryCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(enquiryQuery(id));
  const markAnswered = useMarkEnquiryAnswered();
  return (
    <CaseFrame query={query}>
      {(enquiry) => ({
        overline: t('web.admin.enquiryOver', { number: enquiry.id, date: formatDate(t, enquiry.at) }),
        title: enquiry.company,
        facts: (
          <FactTable
            rows={[
              [t('web.admin.person'), enquiry.name],
              [
                t('web.admin.email'),
                <a key="mail" href={`mailto:${enquiry.email}`}>
                  {enquiry.email}
                </a>,
              ],
              [
                t('web.admin.mobile'),
                <a key="tel" href={`tel:+${enquiry.phone}`}>
                  +{enquiry.phone}
                </a>,
              ],
              [t('web.admin.place'), enquiry.address],
              [t('web.admin.purpose'), enquiry.purpose],
              [t('web.admin.heardFrom'), enquiry.heardFrom],
              [
                t('web.admin.requirement'),
                <p key="text" className="adm-text">
                  {enquiry.requirement}
                </p>,
              ],
            ]}
          />
        ),
        decide: enquiry.answered ? (
          <Note>
            {t('web.admin.reviewedBy', {
              person: enquiry.answered.by,
              date: formatDate(t, enquiry.answered.at),
            })}
          </Note>
        ) : (
          <ReasonForm
            label={t('web.admin.note')}
            choices={[
              {
                label: t('web.admin.markAnswered'),
                variant: 'primary',
                onChoose: (reason) => markAnswered.mutateAsync({ enquiryId: id, reason }),
                doneText: translate('admin.enquiry_answered'),
              },
            ]}
          />
        ),
      })}
    </CaseFrame>
  );
}
