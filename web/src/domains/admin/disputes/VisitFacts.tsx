import type { VisitCase } from '@fws/contract/admin/disputes/visit';
import { formatDate, formatMoment, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import type { MessageId, Translate } from '../../../platform/i18n/index.ts';
import { buildMapsLink } from '../../places/index.ts';
import { FactTable } from '../shared/FactTable.tsx';

type Piece = VisitCase['evidence'][number];

/** What both sides agreed about a visit, what is known of it, and what the rule decides from that. */
export function VisitFacts({ visit }: { visit: VisitCase }) {
  const t = useT();
  const { startsAt, endsAt, feePaise, arrival, cause } = visit;
  return (
    <>
      <h3>{t('web.admin.visit.title')}</h3>
      <FactTable
        rows={[
          [
            t('web.admin.visit.agreed'),
            t('web.admin.visit.window', {
              date: formatDate(t, startsAt),
              from: formatTime(t, startsAt),
              until: formatTime(t, endsAt),
            }),
          ],
          [t('web.admin.visit.fee'), formatRupees(feePaise)],
          [
            t('web.admin.visit.arrival'),
            t(arrival ? `web.admin.visit.arrival.${arrival}` : 'web.admin.visit.arrival.none'),
          ],
          [t('web.admin.visit.decision'), describeDecision(t, visit.state, cause)],
          ...visit.evidence.map(
            (piece, index) =>
              [
                formatMoment(t, piece.at),
                <Evidence key={index} piece={piece} name={describePiece(t, piece)} />,
              ] as const,
          ),
        ]}
      />
    </>
  );
}

function Evidence({ piece, name }: { piece: Piece; name: string }) {
  const t = useT();
  const { possible, position } = piece;
  return (
    <>
      {name}
      {possible && possible.from !== possible.until && (
        <p className="t2 mut">
          {possible.deviceAt === null
            ? t('web.admin.visit.clockWrong', {
                from: formatMoment(t, possible.from),
                until: formatMoment(t, possible.until),
              })
            : t('web.admin.visit.possible', {
                device: formatMoment(t, possible.deviceAt),
                from: formatMoment(t, possible.from),
                until: formatMoment(t, possible.until),
              })}
        </p>
      )}
      {position && (
        <a href={buildMapsLink({ label: '', at: position })} target="_blank" rel="noreferrer">
          {t('web.admin.visit.position')}
        </a>
      )}
    </>
  );
}

function describePiece(t: Translate, { kind, by, answer, excuse }: Piece): string {
  const side = by ? t(`web.admin.${by}`) : '';
  if (kind === 'answered' && answer)
    return answer === 'excuse' && excuse
      ? t('web.admin.visit.answer.excuse', { side, excuse: t(`web.admin.visit.excuse.${excuse}`) })
      : t(answer === 'agree' ? 'web.admin.visit.answer.agree' : 'web.admin.visit.answer.contest', { side });
  if (kind === 'cancelled' && excuse)
    return t('web.admin.visit.cancelledExcuse', { side, excuse: t(`web.admin.visit.excuse.${excuse}`) });
  return t(PIECES[kind], { side });
}

const PIECES: Record<Piece['kind'], MessageId> = {
  funded: 'web.admin.visit.piece.funded',
  on_my_way: 'web.admin.visit.piece.on_my_way',
  arrived: 'web.admin.visit.piece.arrived',
  started: 'web.admin.visit.piece.started',
  ended: 'web.admin.visit.piece.ended',
  claimed: 'web.admin.visit.piece.claimed',
  delivered: 'web.admin.visit.piece.delivered',
  answered: 'web.admin.visit.answer.contest',
  cancelled: 'web.admin.visit.piece.cancelled',
  closed: 'web.admin.visit.piece.closed',
};

function describeDecision(t: Translate, state: VisitCase['state'], cause: VisitCase['cause']): string {
  if (state === 'contested') return t('web.admin.visit.decision.open');
  if (!cause) return t('web.admin.visit.decision.none');
  const side = t(`web.admin.${cause.side}`);
  const said = t(cause.isAbsence ? 'web.admin.visit.decision.absent' : 'web.admin.visit.decision.cancelled', {
    side,
  });
  return cause.excuse ? `${said} ${t(`web.admin.visit.excuse.${cause.excuse}`)}` : said;
}
