import { LOOKING_FOR } from '@fws/contract/identity/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Tick } from '../../../ui/index.ts';

type Choice = (typeof LOOKING_FOR)[number];
type Props = { value: readonly Choice[]; onChange: (value: Choice[]) => void };

export function LookingFor({ value, onChange }: Props) {
  const t = useT();
  const toggle = (choice: Choice) =>
    onChange(LOOKING_FOR.filter((each) => (each === choice) !== value.includes(each)));
  return LOOKING_FOR.map((choice) => (
    <Tick key={choice} checked={value.includes(choice)} onChange={() => toggle(choice)}>
      {t(`identity.looking.${choice}`)}
    </Tick>
  ));
}
