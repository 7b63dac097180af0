import type { Translate, MessageId } from '../../../platform/i18n/index.ts';
import { formatDate, getCurrentLocale } from '../../../platform/i18n/index.ts';
import { queryClient } from '../../../platform/queries/index.ts';
import { categoriesQuery, getCategoryName } from '../../jobs/index.ts';
import { genderNames, qualificationNames, radiusNames, rateNames } from '../labels.ts';
import type { BasicsDraft, ExperienceDraft, ReferencesDraft } from './drafts.ts';

// The questions of each form, and how an answer reads that another tab has saved.

interface Part<Draft> {
  label: string;
  fields: readonly (keyof Draft & string)[];
  describe: (draft: Draft) => string;
}

const createBuild =
  <Draft>(t: Translate) =>
  (
    label: MessageId,
    fields: readonly (keyof Draft & string)[],
    describe: (draft: Draft) => string,
  ): Part<Draft> => ({ label: t(label), fields, describe });

export function listBasicsParts(t: Translate): Part<BasicsDraft>[] {
  const build = createBuild<BasicsDraft>(t);
  return [
    build('web.profile.age', ['age'], ({ age }) => age),
    build('web.profile.gender', ['gender'], ({ gender }) => t(genderNames[gender])),
    build('web.profile.qualification', ['qualification'], (draft) =>
      t(qualificationNames[draft.qualification]),
    ),
    build('web.profile.native', ['nativeLocation'], ({ nativeLocation }) => nativeLocation),
    build('web.profile.location', ['location'], ({ location }) => location),
    build('web.profile.webLink', ['webLink'], ({ webLink }) => webLink),
    build('web.profile.skills', ['skills'], ({ skills }) => skills.join(', ')),
    build('web.profile.categories', ['categoryIds'], ({ categoryIds }) => nameCategories(categoryIds)),
  ];
}

export function listExperienceParts(t: Translate): Part<ExperienceDraft>[] {
  const build = createBuild<ExperienceDraft>(t);
  return [
    build('web.profile.companies', ['rows', 'inexperienced'], ({ rows, inexperienced }) =>
      inexperienced ? t('web.profile.noneYet') : rows.map(({ company }) => company).join(', '),
    ),
    build('web.profile.ready', ['ready', 'readyFrom'], ({ ready, readyFrom }) =>
      ready === 'no' || readyFrom === '' ? t('web.profile.no') : formatDate(t, readyFrom),
    ),
    build('web.profile.rate', ['rate', 'rateType'], ({ rate, rateType }) =>
      rate === '' ? '' : `₹${rate} (${t(rateNames[rateType])})`,
    ),
    build('web.profile.about', ['about'], ({ about }) => about),
    build('web.profile.condition', ['additionalCondition'], (draft) => draft.additionalCondition),
  ];
}

export function listReferencesParts(t: Translate): Part<ReferencesDraft>[] {
  const build = createBuild<ReferencesDraft>(t);
  const name = (rows: ReferencesDraft['personal']) => rows.map((row) => row.name).join(', ');
  return [
    build('web.profile.radius', ['radius'], ({ radius }) => t(radiusNames[radius])),
    build('web.profile.kindTitle.professional', ['professional'], ({ professional }) => name(professional)),
    build('web.profile.kindTitle.personal', ['personal'], ({ personal }) => name(personal)),
  ];
}

function nameCategories(ids: readonly string[]): string {
  const categories = queryClient.getQueryData(categoriesQuery().queryKey) ?? [];
  return categories
    .filter(({ id }) => ids.includes(String(id)))
    .map((category) => getCategoryName(category, getCurrentLocale()))
    .join(', ');
}
