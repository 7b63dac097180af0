import type { ReactNode } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { CATEGORIES_MAX } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { SKILLS_MAX } from '@fws/contract/platform/limits';
import { Trans, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Facts, Field, Name, Select, Sheet, SkillsInput, TextInput, TwoColumns } from '../../../ui/index.ts';
import { PlaceField } from '../../places/index.ts';
import { CategoriesInput } from '../components/CategoriesInput.tsx';
import { PhotoEdit } from '../components/PhotoEdit.tsx';
import { getGenderOptions, getQualificationOptions } from '../labels.ts';
import { toBasicsDraft, type BasicsDraft } from './drafts.ts';
import { listBasicsParts } from './parts.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { useProfileForm } from './useProfileForm.ts';

type Props = { profile: Profile; next: string; skipTo?: string | undefined };

/** Photo, education, places and skills. */
export function BasicsForm({ profile, next, skipTo }: Props) {
  const t = useT();
  const { form, ...formProps } = useProfileForm<BasicsDraft>({
    name: 'basics',
    profile,
    toDraft: toBasicsDraft,
    parts: listBasicsParts(t),
    toValues: (draft) => ({ ...draft }),
    next,
  });
  return (
    <FormProvider {...form}>
      <ProfileForm {...formProps} skipTo={skipTo}>
        <Sheet title={t('web.profile.photo')} id="photo">
          <PhotoEdit profile={profile} />
        </Sheet>
        <Sheet title={t('web.profile.step.basics')}>
          <div className="pf-fixed">
            <Facts
              items={[
                {
                  label: t('web.profile.name'),
                  value: (
                    <>
                      <Name>{`${profile.firstName} ${profile.lastName}`.trim()}</Name>
                      <small className="pf-hint">
                        <Trans id="web.profile.nameHint" tags={{ name: renderNameLink }} />
                      </small>
                    </>
                  ),
                  wide: true,
                },
              ]}
            />
          </div>
          <PersonalFields />
        </Sheet>
        <Sheet title={t('web.profile.skillsTitle')}>
          <SkillFields />
        </Sheet>
      </ProfileForm>
    </FormProvider>
  );
}

function PersonalFields() {
  const t = useT();
  const { register, formState } = useFormContext<BasicsDraft>();
  const { errors } = formState;
  return (
    <>
      <TwoColumns>
        <Field id="age" label={t('web.profile.age')} error={errors.age?.message}>
          <TextInput {...register('age')} inputMode="numeric" autoComplete="off" maxLength={3} />
        </Field>
        <Field id="gender" label={t('web.profile.gender')} error={errors.gender?.message}>
          <Select {...register('gender')} options={getGenderOptions(t)} />
        </Field>
      </TwoColumns>
      <Field id="qualification" label={t('web.profile.qualification')} error={errors.qualification?.message}>
        <Select {...register('qualification')} options={getQualificationOptions(t)} />
      </Field>
      <Place name="nativeLocation" label={t('web.profile.native')} />
      <Place name="location" label={t('web.profile.location')} current />
      <Field
        id="webLink"
        label={t('web.profile.webLink')}
        hint={t('web.profile.webLinkHint')}
        optional
        error={errors.webLink?.message}
      >
        <TextInput {...register('webLink')} type="url" inputMode="url" autoComplete="url" maxLength={300} />
      </Field>
    </>
  );
}

type PlaceProps = { name: 'nativeLocation' | 'location'; label: string; current?: boolean };

function Place({ name, label, current = false }: PlaceProps) {
  const { control, formState } = useFormContext<BasicsDraft>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <PlaceField
          id={name}
          label={label}
          error={formState.errors[name]?.message}
          value={field.value}
          onChange={(place) => field.onChange(place.label)}
          elsewhere={!current}
        />
      )}
    />
  );
}

function SkillFields() {
  const t = useT();
  const { control, formState } = useFormContext<BasicsDraft>();
  const { errors } = formState;
  return (
    <>
      <Field
        id="skills"
        label={t('web.profile.skills')}
        hint={t('web.profile.skillsHint')}
        optional
        error={errors.skills?.message}
      >
        <Controller
          control={control}
          name="skills"
          render={({ field }) => (
            <SkillsInput
              value={field.value}
              onChange={field.onChange}
              max={SKILLS_MAX}
              placeholder={t('web.profile.addSkill')}
            />
          )}
        />
      </Field>
      <Field
        id="categoryIds"
        label={t('web.profile.categories')}
        hint={t('web.profile.categoriesHint')}
        optional
        error={errors.categoryIds?.message}
      >
        <Controller
          control={control}
          name="categoryIds"
          render={({ field }) => (
            <CategoriesInput value={field.value} onChange={field.onChange} max={CATEGORIES_MAX} />
          )}
        />
      </Field>
    </>
  );
}

const renderNameLink = (text: ReactNode) => <Link to={paths.name()}>{text}</Link>;
