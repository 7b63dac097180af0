import { useState } from 'react';
import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { CallError } from '../../../platform/client/index.ts';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { forgetRecording } from '../recording.ts';

/** Shows a refusal beside its field, above the form, or as a request to record the video again. */
export function useSending<T extends FieldValues>(setError?: UseFormSetError<T>) {
  const [problem, setProblem] = useState('');
  const [videoLost, setVideoLost] = useState(false);

  async function trySend<R>(send: () => Promise<R>): Promise<R | undefined> {
    setProblem('');
    try {
      return await send();
    } catch (error) {
      const message = error instanceof Error ? error.message : translate('common.something_wrong');
      if (error instanceof CallError && ('code' in error.fields || 'video' in error.fields)) {
        forgetRecording();
        setVideoLost(true);
        setProblem(error.fields['code'] ?? error.fields['video'] ?? message);
      } else if (!setError || !showFieldErrors(error, setError)) setProblem(message);
      return undefined;
    }
  }
  return { problem, videoLost, trySend };
}
