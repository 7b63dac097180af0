import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form';
import { updateProfile } from '@fws/contract/profile/calls';
import type { UpdateProfileValues } from '@fws/contract/profile/model';
import { checkCall } from '../../../platform/client/form.ts';
import { CallError } from '../../../platform/client/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import type { FieldProblem } from '../../../ui/index.ts';
import { saveProfile } from '../api.ts';
import { problemsIn, withErrors, type FieldTexts } from './drafts.ts';

type Options<D extends FieldValues> = {
  draft: D;
  /** Converts the draft to the contract's form values. */
  toValues: (draft: D) => UpdateProfileValues;
  /** Finds the draft's field for a field of the contract; null when `check` reports it, row by row. */
  placeOf?: (field: string) => string | null;
  /** Reports what the contract's form cannot: errors by row, keyed by the draft's field. */
  check?: (draft: D) => FieldTexts;
  /** The path to open after saving. */
  next: string;
};

/** One part of the profile: checked on submit, saved, then on to the next screen. */
export function useProfileForm<D extends FieldValues>(options: Options<D>) {
  const { draft, toValues, placeOf = (field) => field, check, next } = options;
  const navigate = useNavigate();
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);

  const resolver: Resolver<D> = async (values) => {
    const checked = await checkCall(updateProfile, toValues(values));
    const texts: FieldTexts = { ...check?.(values) };
    for (const [field, { code, values: about }] of checked.ok ? [] : Object.entries(checked.errors)) {
      const place = placeOf(field);
      if (place !== null) texts[place] ??= translate(code, about);
    }
    if (Object.keys(texts).length === 0) return { values, errors: {} };
    return { values: {}, errors: withErrors(texts) as FieldErrors<D> };
  };

  const form = useForm<D>({
    defaultValues: draft as DefaultValues<D>,
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  });

  async function send(values: D): Promise<void> {
    setProblems([]);
    try {
      await saveProfile(toValues(values));
    } catch (error) {
      showProblem(error);
      return;
    }
    toast.success(translate('profile.saved'));
    navigate(next);
  }

  /** Shows each error beside its field when this screen has it. */
  function showProblem(error: unknown): void {
    const fields = error instanceof CallError ? Object.entries(error.fields) : [];
    const placed = fields.flatMap(([field, message]) => {
      const place = placeOf(field);
      return place === null ? [] : [{ place, message }];
    });
    for (const { place, message } of placed) form.setError(place as Path<D>, { type: 'server', message });
    setProblems(placed.map(({ place, message }) => ({ id: place, text: message })));
    if (placed.length === 0 || placed.length < fields.length)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  // Problems of the last submit only, because the summary takes focus whenever it changes.
  const submit = form.handleSubmit(send, (errors) => setProblems(problemsIn(errors)));
  return { form, problems, saving: form.formState.isSubmitting, submit };
}
