import { useState } from 'react';
import { ID_KINDS, type AadhaarWay, type IdKind } from '@fws/contract/kyc/model';
import { useT } from '../../../platform/i18n/index.ts';
import { FieldGroup, RadioPick } from '../../../ui/index.ts';
import { AadhaarForm } from './AadhaarForm.tsx';
import { DigilockerForm } from './DigilockerForm.tsx';
import type { FormProps } from './form-props.ts';
import { NameOnId } from './NameOnId.tsx';
import { NumberForm } from './NumberForm.tsx';

/** The kind of ID, then the form for it. */
type Props = Omit<FormProps, 'nameOnId'> & {
  aadhaarWay: AadhaarWay;
  /** The last check was refused. */
  refused: boolean;
};

export function IdentityForm({ aadhaarWay, refused, ...rest }: Props) {
  const t = useT();
  const [kind, setKind] = useState<IdKind>('aadhaar');
  const [nameOnId, setNameOnId] = useState('');
  const props = { ...rest, nameOnId };
  return (
    <div className="sheet">
      <p className="t2 mut kyc-why">{t('web.kyc.why')}</p>
      <FieldGroup label={t('web.kyc.kind')} hint={t('web.kyc.kindHint')}>
        <RadioPick
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as IdKind)}
          options={ID_KINDS.map((value) => ({ value, label: t(`web.kyc.${value}`) }))}
        />
      </FieldGroup>
      <NameOnId value={nameOnId} onChange={setNameOnId} open={refused} />
      {kind === 'aadhaar' ? (
        aadhaarWay === 'digilocker' ? (
          <DigilockerForm {...props} />
        ) : (
          <AadhaarForm {...props} />
        )
      ) : (
        <NumberForm key={kind} kind={kind} {...props} />
      )}
    </div>
  );
}
