import './css/path.css';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';

const stops = ['funded', 'held', 'released', 'wallet', 'bank'] as const;
export type PathStop = (typeof stops)[number];

type Props = {
  /** Where the money is; undefined while the milestone is not funded. */
  at: PathStop | undefined;
  /** The worker's path ends at the bank, the poster's at the wallet. */
  toBank?: boolean;
  /** A dispute holds it where it is. */
  stopped?: boolean;
  /** For long labels: names only the current stop and the destination. */
  brief?: boolean;
};

export function Path({ at, toBank = false, stopped = false, brief = false }: Props) {
  const t = useT();
  const shown = toBank ? stops : stops.slice(0, 4);
  const currentIndex = at === undefined ? -1 : shown.indexOf(at);
  const place = at === undefined ? undefined : t(stopped ? 'ui.state.stop' : `ui.path.${at}`);
  return (
    <div className="path-box">
      <p className="vh">{place === undefined ? t('ui.state.none') : t('ui.path.at', { place })}</p>
      <ol className={cx('path', brief && 'brief')} aria-hidden="true">
        {shown.map((stop, index) => {
          const current = index === currentIndex;
          const state = current
            ? `is-now p-${stopped ? 'stop' : stop}`
            : index < currentIndex
              ? 'is-done'
              : 'is-next';
          return (
            <li key={stop} className={state}>
              <i />
              <span>{current ? place : t(`ui.path.${stop}`)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
