import { REFERENCE_KINDS, REFERENCES_ADVISED, type Reference } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Avatar, ButtonLink, Lines, Name, Note, Sheet } from '../../../ui/index.ts';
import { formatMobile, radiusNames } from '../labels.ts';
import { EditLink } from './EditLink.tsx';

/** How far the user travels for work, and their references. */
export function ReferencesSheet({ profile }: { profile: Profile }) {
  const t = useT();
  const { radius, references } = profile;
  const count = REFERENCE_KINDS.reduce((sum, kind) => sum + references[kind].length, 0);
  const enough = REFERENCE_KINDS.every((kind) => references[kind].length >= REFERENCES_ADVISED);
  return (
    <Sheet
      title={t('web.profile.references')}
      action={<EditLink to={paths.referenceEdit()} section={t('web.profile.references')} />}
    >
      {radius !== null && (
        <div className="pf-radius">
          <Lines items={[{ label: t('web.profile.radius'), value: t(radiusNames[radius]) }]} />
        </div>
      )}
      {REFERENCE_KINDS.map(
        (kind) =>
          references[kind].length > 0 && (
            <section key={kind}>
              <h3 className="pf-small">{t(`web.profile.kind.${kind}`)}</h3>
              <ul className="pf-rows">
                {references[kind].map((reference, index) => (
                  <ReferenceRow key={index} reference={reference} />
                ))}
              </ul>
            </section>
          ),
      )}
      {count === 0 ? (
        <>
          <p className="mut">{t('web.profile.noReferences')}</p>
          <p className="pf-add">
            <ButtonLink to={paths.referenceEdit()}>{t('web.profile.addReferences')}</ButtonLink>
          </p>
        </>
      ) : (
        !enough && <Note>{t('web.profile.advised')}</Note>
      )}
    </Sheet>
  );
}

function ReferenceRow({ reference }: { reference: Reference }) {
  const { name, mobile, profession, username } = reference;
  return (
    <li>
      <Avatar name={name} size="s" />
      <div>
        <b>
          <Name>{name}</Name>
        </b>
        {profession !== '' && <div className="t2 mut">{profession}</div>}
      </div>
      <div className="pf-reach t2 tab-num">
        <a href={`tel:${mobile}`}>{formatMobile(mobile)}</a>
        {username !== '' && <span className="mut">@{username.replace(/^@/, '')}</span>}
      </div>
    </li>
  );
}
