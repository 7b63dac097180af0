import { NAME_ON_ID_MAX } from '@fws/contract/kyc/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';

type Props = { value: string; onChange: (name: string) => void; open: boolean };

/** The name as on the ID, for users whose ID writes it another way. Folded away for everybody else. */
export function NameOnId({ value, onChange, open }: Props) {
  const t = useT();
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <details className="kyc-name" open={open || undefined}>
      <summary>{t('web.kyc.otherNameOnId')}</summary>
      <Field id="nameOnId" label={t('web.kyc.nameOnId')} hint={t('web.kyc.nameOnIdHint', { name })}>
        <TextInput
          name="nameOnId"
          autoComplete="off"
          maxLength={NAME_ON_ID_MAX}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
    </details>
  );
}
