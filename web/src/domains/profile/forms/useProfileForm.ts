import { useMemo, useState } from 'react';

import type { DefaultValues, FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form';
import { updateProfile } from '@fws/contract/profile/calls';
import type { Profile, UpdateProfileValues } from '@fws/contract/profile/schemas';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { CallError } from '../../../platform/client/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { openDraft, restoreBase, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { buildFieldsPart, useSavedElsewhere } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { loadNow } from '../../../platform/queries/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';

import { ownProfileQuery, saveProfile } from '../api.ts';
import { listProblems, nestErrors, type FieldMessages } from './drafts.ts';

type Options<D extends FieldValues> = {
  /** Of the draft on the device. */
  name: string;
  profile: Profile;
  toDraft: (profile: Profile) => D;
  /** The questions of the form, as far as another tab may have saved other answers. */
  parts: readonly { label: string; fields: readonly (keyof D & string)[]; describe: (draft: D) => string }[];
  /** Converts the draft to the contract's form values. */
  toValues: (draft: D) => UpdateProfileValues;
  /** Finds the draft's field for a field of the contract; null when `check` reports it, row by row. */
  findField?: (field: string) => string | null;
  /** Reports what the contract's form cannot: errors by row, keyed by the draft's field. */
  check?: (draft: D) => FieldMessages;
  /** The path to open after saving. */
  next: string;
};

/** One part of the profile: checked on submit, saved, then on to the next screen. */
export function useProfileForm<D extends FieldValues>(options: Options<D>) {
  const { name, profile, toDraft, toValues, findField = (field) => field, check, next } = options;
  const navigate = useNavigate();
  const userId = useUser().id;
  const [draft] = useState(() => toDraft(profile));
  const [store] = useState(() => openDraft(userId, `profile:${name}`));
  const [defaultValues] = useState(() => restoreDraft(store, draft));
  const [opened] = useState(() => restoreBase(store, profile));

  const resolver: Resolver<D> = async (values) => {
    const checked = await checkCall(updateProfile, toValues(values));
    const messages: FieldMessages = { ...check?.(values) };
    for (const [field, { code, values: messageValues }] of checked.ok ? [] : Object.entries(checked.errors)) {
      const draftField = findField(field);
      if (draftField !== null) messages[draftField] ??= translate(code, messageValues);
    }
    if (Object.keys(messages).length === 0) return { values, errors: {} };
    return { values: {}, errors: nestErrors(messages) as FieldErrors<D> };
  };

  const form = useCheckedForm<D>({
    defaultValues: defaultValues as DefaultValues<D>,
    resolver,
    shouldFocusError: false,
  });

  const elsewhere = useSavedElsewhere({
    opened,
    load: () => loadNow(ownProfileQuery()),
    parts: () => options.parts.map((part) => buildFieldsPart<Profile, D>(form, toDraft, part)),
  });

  async function send(values: D): Promise<void> {
    try {
      const saved = await elsewhere.save((version) => saveProfile({ ...toValues(values), version }));
      if (!saved) return;
    } catch (error) {
      showProblem(error);
      return;
    }
    store.remove();
    toast.success(translate('profile.saved'));
    navigate(next);
  }

  /** Shows each error beside its field when this screen has it. */
  function showProblem(error: unknown): void {
    const fields = error instanceof CallError ? Object.entries(error.fields) : [];
    const placedErrors = fields.flatMap(([field, message]) => {
      const draftField = findField(field);
      return draftField === null ? [] : [{ draftField, message }];
    });
    for (const { draftField, message } of placedErrors)
      form.setError(draftField as Path<D>, { type: 'server', message });
    if (placedErrors.length === 0 || placedErrors.length < fields.length)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  const { errors, submitCount, isSubmitting } = form.formState;
  const keptDraft = useFormDraft(form, store, { values: draft, base: opened });
  const problems = useMemo(() => listProblems(errors), [errors]);
  return {
    form,
    problems,
    changes: elsewhere.changes,
    keptDraft,
    submitCount,
    saving: isSubmitting,
    submit: form.handleSubmit(send),
  };
}
