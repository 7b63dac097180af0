import './landing.css';
import './wide.css';
import type { ReactNode } from 'react';
import { Link } from '../platform/router/index.ts';
import { paths } from '../platform/router/paths.ts';
import { useT } from '../platform/i18n/index.ts';
import type { MessageId } from '../platform/i18n/index.ts';
import { Mark, Stone, TermGlyph } from '../ui/index.ts';

type LandingProps = {
  apps?: ReactNode;
  /** What the server fills in: the newest jobs. */
  live?: ReactNode;
  /** The company that holds the money; unknown in the app. */
  moneyHolder?: string | undefined;
};

/** The page for visitors. It is also rendered to static HTML at build, so it uses no effects and no state. */
export default function Landing({ apps, live, moneyHolder }: LandingProps) {
  return (
    <main className="landing" id="main">
      <Hero />
      {live}
      <section className="wrap sec two-sides">
        <Side who="poster" />
        <Side who="worker" />
      </section>
      <Ways />
      <Rules />
      <Questions moneyHolder={moneyHolder} />
      <Notify apps={apps} />
    </main>
  );
}

/** Where somebody wanted to begin survives registration, and login instead of it. */
const buildStart = (path: string): string =>
  `${paths.register()}?${new URLSearchParams({ next: path }).toString()}`;

const stops = ['funded', 'held', 'released', 'wallet', 'bank'] as const;

function Hero() {
  const t = useT();
  return (
    <section className="hero on-dark">
      <div className="wrap hero-in">
        <p className="hi" lang="hi">
          {t('landing.tagline')}
        </p>
        <h1>{t('landing.headline')}</h1>
        <p className="lede">{t('landing.lede')}</p>
        <div className="btn-row cta">
          <Link className="btn accent" to={buildStart(paths.postJob())}>
            {t('landing.getWorkDone')}
          </Link>
          <Link className="btn on-dark" to={buildStart(paths.home())}>
            {t('landing.findWork')}
          </Link>
        </div>
      </div>
      <ol className="wrap stones" aria-label={t('landing.road')}>
        {stops.map((stop, index) => (
          <li key={stop} className={`ms ms-${stop}`}>
            <span className="ms-c" aria-hidden="true">
              {index + 1}
            </span>
            <span className="ms-b">
              <b>{t(`landing.road.${stop}`)}</b>
              <small>{t(`landing.road.${stop}By`)}</small>
            </span>
          </li>
        ))}
      </ol>
      <div className="tar" aria-hidden="true" />
    </section>
  );
}

function Side({ who }: { who: 'poster' | 'worker' }) {
  const t = useT();
  return (
    <div>
      <h2>{t(`landing.${who}`)}</h2>
      <ol className="st">
        {([1, 2, 3, 4] as const).map((step) => (
          <li key={step}>
            <Stone state="none" number={step} small />
            <div>
              <b>{t(`landing.${who}.${step}`)}</b>
              <span>{t(`landing.${who}.${step}.how`)}</span>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

type Way = { id: 'terms' | 'milestone' | 'completion'; hollow?: number; parts: readonly WayPart[] };
type WayPart = { share: number; amount: string; label: MessageId };

const ways: readonly Way[] = [
  {
    id: 'terms',
    parts: [
      { share: 20, amount: '₹10,800', label: 'landing.ways.terms.1' },
      { share: 60, amount: '₹32,400', label: 'landing.ways.terms.2' },
      { share: 20, amount: '₹10,800', label: 'landing.ways.terms.3' },
    ],
  },
  {
    id: 'milestone',
    parts: [
      { share: 11, amount: '₹5,400', label: 'landing.ways.milestone.1' },
      { share: 50, amount: '₹27,000', label: 'landing.ways.milestone.2' },
      { share: 39, amount: '₹21,600', label: 'landing.ways.milestone.3' },
    ],
  },
  {
    id: 'completion',
    hollow: 76,
    parts: [{ share: 24, amount: '₹54,000', label: 'landing.ways.completion.1' }],
  },
];

function Ways() {
  const t = useT();
  return (
    <section className="band">
      <div className="wrap sec">
        <h2 className="h-lg">{t('landing.ways')}</h2>
        <ol className="ways">
          {ways.map((way) => (
            <li key={way.id} className="way">
              <div className="way-t">
                <h3>{t(`landing.ways.${way.id}`)}</h3>
                <p>{t(`landing.ways.${way.id}.why`)}</p>
              </div>
              <div className="only-p">
                <TermGlyph
                  wide
                  parts={[...(way.hollow ? [{ share: way.hollow, hollow: true }] : []), ...way.parts]}
                />
              </div>
              <div className="way-b">
                {way.hollow && <i className="e" style={{ flex: way.hollow }} />}
                {way.parts.map((part) => (
                  <span key={part.label} style={{ flex: part.share }}>
                    <b>{part.amount}</b>
                    <small>{t(part.label)}</small>
                  </span>
                ))}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const rules = ['notStarted', 'some', 'most', 'disagree', 'identity'] as const;

function Rules() {
  const t = useT();
  return (
    <section className="wrap sec rules">
      <h2 className="h-lg">{t('landing.rules')}</h2>
      <dl className="rl">
        {rules.map((rule) => (
          <div key={rule}>
            <dt>{t(`landing.rules.${rule}`)}</dt>
            <dd>
              {rule === 'identity' && (
                <>
                  <Mark />{' '}
                </>
              )}
              {t(`landing.rules.${rule}.what`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const questions = ['holder', 'cost', 'notPaid', 'bad', 'see'] as const;

function Questions({ moneyHolder }: Pick<LandingProps, 'moneyHolder'>) {
  const t = useT();
  const holder = moneyHolder ?? t('landing.ask.provider');
  return (
    <section className="wrap sec rules">
      <h2 className="h-lg">{t('landing.ask')}</h2>
      <dl className="rl asks">
        {questions.map((question) => (
          <div key={question}>
            <dt>{t(`landing.ask.${question}`)}</dt>
            <dd>{t(`landing.ask.${question}.a`, { holder })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The possible results of the form. The URL's fragment shows one. */
const RESULTS = [
  { id: 'notified', tone: 'good', text: 'landing.notified' },
  { id: 'notified-bad', tone: 'bad', text: 'landing.notified.bad' },
  { id: 'notified-later', tone: 'warn', text: 'landing.notified.later' },
] as const;

function Notify({ apps }: { apps: ReactNode }) {
  const t = useT();
  return (
    <section className="band notify">
      <div className="wrap sec">
        <div>
          <h2 className="h-lg">{t('landing.notify')}</h2>
          <p className="mut">{t('landing.notify.why')}</p>
        </div>
        <div>
          {RESULTS.map(({ id, tone, text }) => (
            <p key={id} id={id} className={`note ${tone} answer`} role="status" tabIndex={-1}>
              {t(text)}
            </p>
          ))}
          <form className="nf" method="post" action="/notify-me">
            <label className="vh" htmlFor="notify-email">
              {t('landing.notify.email')}
            </label>
            <input
              className="inp"
              id="notify-email"
              name="email"
              type="email"
              autoComplete="email"
              required
              placeholder="you@mail.example"
            />
            <button className="btn primary" type="submit">
              {t('landing.notify.send')}
            </button>
          </form>
          {apps}
        </div>
      </div>
    </section>
  );
}

type AppLinksProps = { googlePlay: string | null; appStore: string | null };

/** The store links of the apps; nothing while there are none. */
export function AppLinks({ googlePlay, appStore }: AppLinksProps) {
  const t = useT();
  if (googlePlay === null && appStore === null) return null;
  return (
    <div className="apps">
      <p className="mut">{t('landing.apps')}</p>
      {googlePlay !== null && <AppLink href={googlePlay}>Google Play</AppLink>}
      {appStore !== null && <AppLink href={appStore}>App Store</AppLink>}
    </div>
  );
}

function AppLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="btn second" href={href}>
      <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4.5 20h15" />
      </svg>
      {children}
    </a>
  );
}
