import type { JobDetail } from '@fws/contract/jobs/schemas';
import type { UseFormReturn } from 'react-hook-form';
import { buildFieldsPart, type FormPart } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { formatDate, getCurrentLocale, translate, type MessageId } from '../../../platform/i18n/index.ts';
import { buildPhotosPart, type FormPhotos } from '../../../platform/photos/usePhotos.ts';
import { queryClient } from '../../../platform/queries/index.ts';
import { categoriesQuery } from '../api.ts';
import type { Upload } from '../components/UploadField.tsx';
import { formatBudget, getCategoryName, termNames } from '../labels.ts';
import { toJobDraft, type JobDraft } from './postJobValues.ts';

/** The questions of a job, as far as another tab may have saved other answers. */
export function listJobParts(
  form: UseFormReturn<JobDraft>,
  photos: FormPhotos,
  attachment: { current: Upload; replace: (upload: Upload) => void; opened: JobDetail | undefined },
): FormPart<JobDetail>[] {
  const build = (label: MessageId, fields: (keyof JobDraft)[], describe: (draft: JobDraft) => string) =>
    buildFieldsPart<JobDetail, JobDraft>(form, toJobDraft, { label: translate(label), fields, describe });
  const budget = build(
    'web.jobs.budget',
    ['budgetKind', 'amountText', 'amountFromText', 'amountToText'],
    () => '',
  );
  return [
    build('web.jobs.post.jobTitle', ['title'], ({ title }) => title),
    build('web.jobs.filter.category', ['categoryId'], ({ categoryId }) => findCategoryName(categoryId)),
    build('web.jobs.post.description', ['description'], ({ description }) => description),
    build('web.jobs.filter.location', ['location', 'latitude', 'longitude'], ({ location }) => location),
    build('web.jobs.skills', ['skills'], ({ skills }) => skills.join(', ')),
    build('web.jobs.takeWork', ['takeWorkOn'], ({ takeWorkOn }) => formatDate(translate, takeWorkOn)),
    { ...budget, describe: (job) => formatBudget(translate, job.budget) },
    build('web.jobs.closeDate', ['closesOn'], ({ closesOn }) => formatDate(translate, closesOn)),
    build('web.jobs.post.termsLabel', ['paymentTerm'], ({ paymentTerm }) =>
      translate(termNames[paymentTerm]),
    ),
    build('web.jobs.post.unlisted', ['unlisted'], ({ unlisted }) =>
      translate(unlisted === 'yes' ? 'ui.yes' : 'ui.no'),
    ),
    buildPhotosPart(photos, translate('web.photos.title')),
    {
      label: translate('web.jobs.attachment'),
      pick: nameAttachment,
      read: () => attachment.current.file?.name ?? nameAttachment(attachment.opened),
      take: () => attachment.replace({}),
      describe: (job) => job.attachment?.name ?? '',
    },
  ];
}

/** Not its address, which is signed anew with each reply. */
const nameAttachment = (job: JobDetail | undefined): string =>
  job?.attachment ? `${job.attachment.name} ${job.attachment.bytes}` : '';

function findCategoryName(id: string): string {
  const categories = queryClient.getQueryData(categoriesQuery().queryKey) ?? [];
  const category = categories.find((each) => String(each.id) === id);
  return category ? getCategoryName(category, getCurrentLocale()) : '';
}
