import { WORDS_MAX } from '@fws/contract/safety/model';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Field, TextArea } from '../../../ui/index.ts';

type Props = {
  value: string;
  label?: MessageId;
  optional?: boolean;
  error: string | undefined;
  onChange: (words: string) => void;
};

/** FWS's words to the author of what was reported, or to whom `label` names. */
export function WordsField({
  value,
  label = 'web.admin.reports.words',
  optional = false,
  error,
  onChange,
}: Props) {
  const t = useT();
  return (
    <Field label={t(label)} optional={optional} error={error}>
      <TextArea
        value={value}
        rows={4}
        maxLength={WORDS_MAX}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
