import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useBackgroundParts } from '../platform/background/index.ts';
import { CallError } from '../platform/client/index.ts';
import { getArrival, Link } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { Button, ButtonLink } from './Button.tsx';
import { Empty, Skeleton } from './Empty.tsx';
import { Icon } from './Icon.tsx';
import { NeedsInternet, Note, OfflineNote } from './Note.tsx';

/** What a screen must know about its data. A react-query result is one: `data={query}`. */
export type ScreenData = {
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
  /** When the data was read, in ms. */
  dataUpdatedAt: number;
};

type Props = {
  title: string;
  /** The title of the window, where another screen has the same heading. */
  windowTitle?: string | undefined;
  /** null for a screen that loads nothing. */
  data: ScreenData | null;
  /** Replaces the content when there is none. Pass it once the data is loaded. */
  empty?: ReactNode;
  children: ReactNode | (() => ReactNode);
  skeleton?: ReactNode;
  /** Above the title. */
  before?: ReactNode;
  /** Under the title. */
  lead?: ReactNode;
  back?: { to: string; label: string };
  /** The title as it is shown, where it is more than words. */
  heading?: ReactNode;
  /** Left of the title, as a picture of the person. */
  figure?: ReactNode;
  /** Right of the title. */
  action?: ReactNode;
  /** Below the title, whatever the state of the content. */
  tabs?: ReactNode;
  /** The content renders the title itself. */
  hideTitle?: boolean;
  /** One of the panes of a page that has the main element itself; a page has one title, which the `side` does not have. */
  pane?: 'main' | 'side' | undefined;
};

/** The frame of every screen: title, and one of skeleton, error, empty or content. */
export function Screen({ pane, ...props }: Props) {
  if (pane)
    return (
      <section className="pane" aria-label={props.title}>
        <Frame {...props} isSide={pane === 'side'} />
      </section>
    );
  return (
    <main className="main wrap" id="main">
      <Frame {...props} isSide={false} />
    </main>
  );
}

function Frame({ isSide, ...props }: Omit<Props, 'pane'> & { isSide: boolean }) {
  const { title, data, lead, back, action, figure, hideTitle } = props;
  const online = useOnline();
  const background = useBackgroundParts();
  const leadLine = lead !== undefined && <p className="t2 tab-num">{lead}</p>;
  return (
    <>
      {!isSide && <title>{`${props.windowTitle ?? title} · FWS`}</title>}
      {!online && !background && data?.dataUpdatedAt !== 0 && <OfflineNote dataAt={data?.dataUpdatedAt} />}
      {props.before}
      <div className={hideTitle && !back ? 'vh' : 'head'}>
        {back && (
          <Link className="back" to={back.to}>
            <Icon name="back" />
            {back.label}
          </Link>
        )}
        <div className="row sp wrapx">
          {figure}
          <div className={figure ? 'head-words' : undefined}>
            {isSide ? <h2>{title}</h2> : <Heading isHidden={hideTitle}>{props.heading ?? title}</Heading>}
            {figure && leadLine}
          </div>
          {action}
        </div>
        {!figure && leadLine}
      </div>
      {props.tabs}
      {background && !back && <background.Waiting />}
      <ScreenBody {...props} />
    </>
  );
}

function Heading({ isHidden, children }: { isHidden: boolean | undefined; children: ReactNode }) {
  const heading = useArrival();
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? 'vh' : undefined}>
      {children}
    </h1>
  );
}

/** After navigation, focuses the heading, so that screen readers announce the new screen. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  // Fixed on arrival: choosing a filter or tab must not move the focus.
  const [firstPage] = useState(() => getArrival() === 'opened');
  useEffect(() => {
    if (firstPage) return;
    const focusedBefore = document.activeElement;
    // After the screen is painted, because focus needs its layout, which would delay the reaction to the tap.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        if ([focusedBefore, document.body].includes(document.activeElement))
          heading.current?.focus({ preventScroll: true });
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [firstPage]);
  return heading;
}

function ScreenBody({ data, skeleton, empty, children, back }: Props) {
  if (data?.isPending) return <Skeleton>{skeleton}</Skeleton>;
  if (data?.error && data.dataUpdatedAt === 0)
    return isFinal(data.error) ? (
      <NotAvailable error={data.error} back={back} />
    ) : (
      <LoadError error={data.error} onRetry={data.refetch} />
    );
  if (empty) return empty;
  return typeof children === 'function' ? children() : children;
}

/** A retry would be refused again: not found, or not allowed. */
const isFinal = (error: Error): boolean =>
  error instanceof CallError && [400, 403, 404, 410, 422].includes(error.status);

/** Replaces the whole content: says why there is none and links back. */
function NotAvailable({ error, back }: { error: Error; back: Props['back'] }) {
  const t = useT();
  return (
    <div role="alert">
      <Empty
        title={error.message}
        action={<ButtonLink to={back?.to ?? '/'}>{back?.label ?? t('ui.toHome')}</ButtonLink>}
      >
        {t('ui.notThereWhy')}
      </Empty>
    </div>
  );
}

type LoadErrorProps = { error: Error; onRetry: () => unknown };

/** Replaces a part that could not be loaded. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const t = useT();
  const online = useOnline();
  if (!online) return <NeedsInternet />;
  const retry = (
    <Button variant="quiet" onClick={() => void onRetry()}>
      {t('ui.tryAgain')}
    </Button>
  );
  return (
    <Note tone="bad" action={!isFinal(error) && retry}>
      {error.message || t('common.something_wrong')}
    </Note>
  );
}
