import { useMemo } from 'react';
import { reportContent } from '@fws/contract/safety/calls';
import type { Report } from '@fws/contract/safety/schemas';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { CallError } from '../../../platform/client/index.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { useSendReport, type ReportValues } from '../api.ts';
import type { Subject } from '../subject.ts';

const FIELDS = ['reason', 'details', 'replyTo'] as const;
const resolver = contractResolver(reportContent);

/** The id of a field, to which the list of errors links. */
export const buildFieldId = (field: (typeof FIELDS)[number]): string => `report-${field}`;

/** The form of a report. What was typed stays until it is sent. */
export function useReport({ type, id, isOwn }: Subject, onSent: (report: Report, replyTo: string) => void) {
  const sending = useSendReport();
  const form = useCheckedForm<ReportValues>({
    resolver,
    defaultValues: {
      subjectType: type,
      subjectId: String(id),
      reason: isOwn ? 'wrongly_hidden' : ('' as ReportValues['reason']),
      details: '',
      replyTo: '',
    },
    shouldFocusError: false,
  });
  const { errors, submitCount } = form.formState;
  const problems = useMemo(
    () =>
      FIELDS.flatMap((field) => {
        const text = errors[field]?.message;
        return text === undefined ? [] : [{ id: buildFieldId(field), text }];
      }),
    [errors],
  );
  async function send(values: ReportValues): Promise<void> {
    try {
      onSent(await sending.mutateAsync(values), values.replyTo ?? '');
    } catch (error) {
      showFieldErrors(error, form.setError);
    }
  }

  return {
    register: form.register,
    submit: form.handleSubmit(send),
    errors,
    problems,
    submitCount,
    busy: sending.isPending,
    formError: describeFormError(sending.error),
  };
}

/** What was refused for another reason than a field that the form shows. */
function describeFormError(error: Error | null): string | undefined {
  if (!(error instanceof CallError)) return error?.message;
  if (FIELDS.some((field) => error.fields[field] !== undefined)) return undefined;
  return error.fields['subjectId'] ?? error.message;
}

export type ReportForm = ReturnType<typeof useReport>;
