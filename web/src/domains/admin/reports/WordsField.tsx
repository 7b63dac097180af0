import { WORDS_MAX } from '@fws/contract/safety/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextArea } from '../../../ui/index.ts';

type Props = {
  value: string;
  optional?: boolean;
  error: string | undefined;
  onChange: (words: string) => void;
};

/** FWS's words to the author of what was reported. */
export function WordsField({ value, optional = false, error, onChange }: Props) {
  const t = useT();
  return (
    <Field label={t('web.admin.reports.words')} optional={optional} error={error}>
      <TextArea
        value={value}
        rows={4}
        maxLength={WORDS_MAX}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
