import { useQuery } from '@tanstack/react-query';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { enquiryQuery, useAnswered } from '../api.ts';
import { CaseFrame, FactTable } from './CaseFrame.tsx';
import { ReasonForm } from './ReasonForm.tsx';

export function EnquiryCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(enquiryQuery(id));
  const answered = useAnswered();
  return (
    <CaseFrame query={query}>
      {(enquiry) => ({
        over: t('web.admin.enquiryOver', { number: enquiry.id, date: formatDate(enquiry.at) }),
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
              date: formatDate(enquiry.answered.at),
            })}
          </Note>
        ) : (
          <ReasonForm
            label={t('web.admin.note')}
            choices={[
              {
                label: t('web.admin.markAnswered'),
                variant: 'primary',
                act: (reason) => answered.mutateAsync({ enquiryId: id, reason }),
                done: translate('admin.enquiry_answered'),
              },
            ]}
          />
        ),
      })}
    </CaseFrame>
  );
}
