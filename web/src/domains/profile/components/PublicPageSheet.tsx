import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PublicPage } from '@fws/contract/profile/schemas';
import { useSavedElsewhere } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { buildPhotosPart, usePhotos } from '../../../platform/photos/usePhotos.ts';
import { loadNow } from '../../../platform/queries/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, LoadError, SavedElsewhere, Sheet, Switch } from '../../../ui/index.ts';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { publicPageQuery, savePublicPage } from '../api.ts';

/** Whether the user has a page for everybody, and which photos it shows. Nobody has one without asking for it. */
export function PublicPageSheet() {
  const t = useT();
  const page = useQuery(publicPageQuery());
  return (
    <Sheet title={t('web.profile.page')} id="public-page">
      <p className="t2 mut">{t('web.profile.page.why')}</p>
      {page.data && <PageForm page={page.data} />}
      {page.error && <LoadError error={page.error} onRetry={page.refetch} />}
    </Sheet>
  );
}

function PageForm({ page }: { page: PublicPage }) {
  const t = useT();
  const online = useOnline();
  const photos = usePhotos(null, page.photos);
  const [isPublic, setPublic] = useState(page.isPublic);
  const [saving, setSaving] = useState(false);

  const elsewhere = useSavedElsewhere<PublicPage>({
    opened: page,
    load: () => loadNow(publicPageQuery()),
    parts: () => [
      {
        label: t('web.profile.page.show'),
        pick: (saved) => saved.isPublic,
        read: () => isPublic,
        take: (saved) => setPublic(saved.isPublic),
        describe: (saved) => t(saved.isPublic ? 'ui.yes' : 'ui.no'),
      },
      buildPhotosPart(photos, t('web.profile.page.photos')),
    ],
  });

  async function save(): Promise<void> {
    setSaving(true);
    try {
      const photoIds = await photos.settle();
      if (photoIds === null) return;
      const saved = await elsewhere.save((version) =>
        savePublicPage({ version, isPublic: isPublic ? 'yes' : 'no', photoIds }),
      );
      if (saved) toast.success(translate('profile.saved'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="stack">
      <SavedElsewhere changes={elsewhere.changes} />
      <Switch checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)}>
        {t('web.profile.page.show')}
      </Switch>
      <PhotosField
        id="pagePhotos"
        label={t('web.profile.page.photos')}
        hint={t('web.profile.page.photosHint')}
        photos={photos}
      />
      {page.isPublic && (
        <p>
          <a href={page.path}>{t('web.profile.page.open')}</a>
        </p>
      )}
      <Button
        variant="primary"
        disabled={!online}
        busy={saving}
        busyText={t('ui.saving')}
        onClick={() => void save()}
      >
        {t(online ? 'web.profile.page.save' : 'ui.needsInternet')}
      </Button>
    </div>
  );
}
