import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink } from '../../../ui/index.ts';

type Props = {
  jobId: number;
  /** The other side. */
  person: { id: number; name: string };
};

/** Opens the conversation about a job with somebody. */
export function MessageButton({ jobId, person }: Props) {
  const t = useT();
  return (
    <ButtonLink icon="chat" to={paths.conversation(`${jobId}-${person.id}`)}>
      {t('ui.message')} <span className="vh">{person.name}</span>
    </ButtonLink>
  );
}
