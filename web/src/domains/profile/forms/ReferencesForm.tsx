import { FormProvider, useFieldArray, useFormContext } from 'react-hook-form';
import {
  EMPTY_REFERENCE,
  REFERENCE_KINDS,
  REFERENCES_MAX,
  type ReferenceKind,
} from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Field, Note, Select, Sheet, TextInput, TwoColumns } from '../../../ui/index.ts';
import { getRadiusOptions } from '../labels.ts';
import {
  toReferencesDraft,
  findReferencesField,
  validateReferences,
  toReferencesValues,
  type ReferencesDraft,
} from './drafts.ts';
import { listReferencesParts } from './parts.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { useProfileForm } from './useProfileForm.ts';

type Props = { profile: Profile; next: string; skipTo?: string | undefined };

/** How far the user travels for work, and their references. */
export function ReferencesForm({ profile, next, skipTo }: Props) {
  const t = useT();
  const { form, ...formProps } = useProfileForm<ReferencesDraft>({
    name: 'references',
    profile,
    toDraft: toReferencesDraft,
    parts: listReferencesParts(t),
    toValues: toReferencesValues,
    findField: findReferencesField,
    check: validateReferences,
    next,
  });
  const { register, formState } = form;
  return (
    <FormProvider {...form}>
      <ProfileForm {...formProps} skipTo={skipTo}>
        <Sheet title={t('web.profile.radius')}>
          <Field id="radius" label={t('web.profile.radiusTitle')} error={formState.errors.radius?.message}>
            <Select {...register('radius')} options={getRadiusOptions(t)} />
          </Field>
        </Sheet>
        {REFERENCE_KINDS.map((kind) => (
          <Group key={kind} kind={kind} />
        ))}
        <Note>{t('web.profile.advised')}</Note>
      </ProfileForm>
    </FormProvider>
  );
}

/** One reference, and an optional second. */
function Group({ kind }: { kind: ReferenceKind }) {
  const t = useT();
  const { control } = useFormContext<ReferencesDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: kind });
  const hasSecond = fields.length >= REFERENCES_MAX;
  return (
    <Sheet title={t(`web.profile.kindTitle.${kind}`)}>
      <p className="t2 mut pf-lead">{t(`web.profile.kindHint.${kind}`)}</p>
      {fields.map((field, index) => (
        <Person key={field.id} kind={kind} index={index} />
      ))}
      <Button
        variant="quiet"
        className="pf-more"
        icon={hasSecond ? 'trash' : 'plus'}
        onClick={() => (hasSecond ? remove(REFERENCES_MAX - 1) : append({ ...EMPTY_REFERENCE }))}
      >
        {t(hasSecond ? `web.profile.removeReference.${kind}` : `web.profile.addReference.${kind}`)}
      </Button>
    </Sheet>
  );
}

function Person({ kind, index }: { kind: ReferenceKind; index: number }) {
  const t = useT();
  const { register, formState } = useFormContext<ReferencesDraft>();
  const errors = formState.errors[kind]?.[index];
  const id = (field: string) => `${kind}-${index}-${field}`;
  return (
    <fieldset className="pf-row">
      <legend className="pf-row-title">
        {t(`web.profile.referenceNumber.${kind}`, { number: index + 1 })}
      </legend>
      <TwoColumns>
        <Field id={id('name')} label={t('web.profile.referenceName')} error={errors?.name?.message}>
          <TextInput {...register(`${kind}.${index}.name`)} autoComplete="off" maxLength={120} />
        </Field>
        <Field id={id('mobile')} label={t('web.profile.referenceMobile')} error={errors?.mobile?.message}>
          <TextInput
            {...register(`${kind}.${index}.mobile`)}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={20}
          />
        </Field>
      </TwoColumns>
      <TwoColumns>
        <Field
          id={id('profession')}
          label={t('web.profile.profession')}
          optional
          error={errors?.profession?.message}
        >
          <TextInput {...register(`${kind}.${index}.profession`)} autoComplete="off" maxLength={120} />
        </Field>
        <Field
          id={id('username')}
          label={t('web.profile.username')}
          optional
          error={errors?.username?.message}
        >
          <TextInput {...register(`${kind}.${index}.username`)} autoComplete="off" maxLength={60} />
        </Field>
      </TwoColumns>
    </fieldset>
  );
}
