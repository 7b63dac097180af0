import './css/docket.css';
import './css/picture.css';
import type { ReactNode } from 'react';
import { Link } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { ButtonLink, IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { VerifiedMark } from './Mark.tsx';
import { SkillList } from './SkillList.tsx';

type Props = {
  /** "Job 4836" */
  number: string;
  posted: ReactNode;
  title: string;
  to: string;
  place?: ReactNode;
  verified?: boolean;
  skills?: readonly string[];
  amount: ReactNode;
  budgetType: ReactNode;
  term: ReactNode;
  termGlyph?: ReactNode;
  /** Label and value pairs: closes, quotes. */
  facts?: readonly { label: ReactNode; value: ReactNode }[];
  attachment?: ReactNode;
  /** The first photo, with how many there are in words. */
  cover?: { url: string; count: string } | null;
  /** The text of the link to the job. */
  linkText: string;
  onShare?: () => void;
  /** With `saved`: keeps the job for later, or no longer. */
  onSave?: () => void;
  saved?: boolean;
  badge?: ReactNode;
  /** Below everything else, across the whole card. */
  foot?: ReactNode;
  headingLevel?: 2 | 3;
};

/** The text beside a place may fit or not, by its font: beside a long one, it would move when the font arrives. */
const isLong = (place: ReactNode): boolean => typeof place === 'string' && place.length > 20;

/** The card of a job. From 768 px the money is to the right of a tear line. */
export function Docket(props: Props) {
  const t = useT();
  const { number, to, facts = [], attachment, cover, headingLevel = 2 } = props;
  const Heading = `h${headingLevel}` as const;
  const factList = facts.map((fact, index) => (
    <div key={index}>
      <dt>{fact.label}</dt>
      <dd>{fact.value}</dd>
    </div>
  ));
  return (
    <article className="docket">
      <div className="dk-l">
        <div className="dk-top">
          <b>{number}</b>
          <span>{props.posted}</span>
          {props.onSave && (
            <IconButton
              icon="bookmark"
              label={t('ui.save', { name: number })}
              aria-pressed={props.saved}
              onClick={props.onSave}
            />
          )}
          {props.onShare && (
            <IconButton icon="share" label={t('ui.share', { name: number })} onClick={props.onShare} />
          )}
        </div>
        <Heading className="dk-t">
          <Link to={to}>{props.title}</Link>
        </Heading>
        <div className={isLong(props.place) ? 'dk-sub dk-two' : 'dk-sub'}>
          {props.place !== undefined && (
            <span>
              <Icon name="pin" />
              {props.place}
            </span>
          )}
          {props.verified && <VerifiedMark />}
          {props.badge}
        </div>
        {cover && (
          <Link className="dk-pic" to={to} tabIndex={-1}>
            <span className="pic">
              <img src={cover.url} alt="" loading="lazy" />
              <b>{cover.count}</b>
            </span>
          </Link>
        )}
        {props.skills && props.skills.length > 0 && <SkillList skills={props.skills} />}
        <div className="dk-x">
          <dl>{factList}</dl>
          {attachment !== undefined && <span className="dk-file">{attachment}</span>}
        </div>
      </div>
      <div className="dk-r">
        <div className="dk-money">
          <div>
            <div className="amt">{props.amount}</div>
            <small>{props.budgetType}</small>
          </div>
          <div className="dk-term">
            {props.termGlyph}
            <small>{props.term}</small>
          </div>
        </div>
        <ButtonLink className="dk-go" small to={to} iconEnd="arrow">
          {props.linkText}
        </ButtonLink>
      </div>
      {props.foot !== undefined && <div className="dk-foot">{props.foot}</div>}
    </article>
  );
}
