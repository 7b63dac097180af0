import '../repeats.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { canRepeat } from '@fws/contract/repeats/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Sheet } from '../../../ui/index.ts';
import { repeatQuery } from '../api.ts';
import { RepeatForm } from './RepeatForm.tsx';
import { Series } from './Series.tsx';

type Props = { jobId: number; side: Side; state: JobState };

/** The dates on which a job is repeated; the poster proposes them. Nothing for a worker of whom nothing was asked. */
export default function RepeatSheet({ jobId, side, state }: Props) {
  const t = useT();
  const { data } = useQuery(repeatQuery(jobId));
  const series = data?.items[0];
  const isLive = series?.state === 'proposed' || series?.state === 'running';
  const mayPropose = side === 'poster' && !isLive && canRepeat(state);
  if (!data || (!series && !mayPropose)) return null;
  return (
    <Sheet title={t('web.repeats.title')}>
      {series && <Series series={series} />}
      {mayPropose && <Proposal jobId={jobId} hasText={!series} />}
    </Sheet>
  );
}

function Proposal({ jobId, hasText }: { jobId: number; hasText: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      {hasText && <p className="t2 mut">{t('web.repeats.offer')}</p>}
      <Button className="repeat-choose" icon="cal" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('web.repeats.choose')}
      </Button>
      {open && <RepeatForm jobId={jobId} onClose={() => setOpen(false)} />}
    </>
  );
}
