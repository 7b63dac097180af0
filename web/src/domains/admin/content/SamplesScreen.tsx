import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import type { ContentSample } from '@fws/contract/admin/content/schemas';
import { useEffect, useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { loadScriptFont } from '../../../platform/i18n/indicFont.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Empty, Field, FileDrop, FileRow, Screen, Select } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { samplesQuery, useRemoveSample, useSaveSample } from './api.ts';

/** Languages of the Eighth Schedule that have a two-letter tag, and English. */
const LANGUAGES = [
  'hi',
  'en',
  'as',
  'bn',
  'gu',
  'kn',
  'ks',
  'ml',
  'mr',
  'ne',
  'or',
  'pa',
  'sa',
  'sd',
  'ta',
  'te',
  'ur',
];
const getLanguageName = (language: string): string =>
  new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(language) ?? language;

/** Videos that show how to record the identity video, one per language. */
export function SamplesScreen() {
  const t = useT();
  const query = useQuery(samplesQuery());
  // Language names are shown in their own script.
  useEffect(() => loadScriptFont('hi'), []);
  const [language, setLanguage] = useState<string>();
  return (
    <Screen
      title={t('web.backoffice.content.samples')}
      lead={t('web.backoffice.content.samplesLead')}
      data={query}
      action={
        <Button variant="primary" icon="upload" onClick={() => setLanguage('')}>
          {t('web.backoffice.content.upload')}
        </Button>
      }
      empty={query.data?.length === 0 && !language && <Empty title={t('web.backoffice.content.noSamples')} />}
    >
      <ul className="of-samples">
        {query.data?.map((sample) => (
          <Sample key={sample.id} sample={sample} onReplace={() => setLanguage(sample.language)} />
        ))}
      </ul>
      {language !== undefined && <SampleDialog language={language} onClose={() => setLanguage(undefined)} />}
    </Screen>
  );
}

function Sample({
  sample: { id, language, url },
  onReplace,
}: {
  sample: ContentSample;
  onReplace: () => void;
}) {
  const t = useT();
  const remove = useRemoveSample();
  const [isConfirming, setConfirming] = useState(false);
  const name = getLanguageName(language);
  return (
    <li className="sheet">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the clip has no sound */}
      <video src={url} controls muted playsInline preload="metadata" aria-label={name} />
      <h2 lang={language}>{name}</h2>
      <span className="of-buttons">
        <Button
          small
          icon="upload"
          aria-label={t('web.backoffice.content.replaceOf', { name })}
          onClick={onReplace}
        >
          {t('web.backoffice.content.replace')}
        </Button>
        <Button
          small
          variant="danger"
          icon="trash"
          aria-label={t('web.backoffice.content.removeOf', { name })}
          onClick={() => setConfirming(true)}
        >
          {t('web.backoffice.content.remove')}
        </Button>
      </span>
      {isConfirming && (
        <Dialog
          title={t('web.backoffice.content.removeOf', { name })}
          onClose={() => setConfirming(false)}
          footer={
            <Button
              variant="dangerSolid"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(String(id), {
                  onSuccess: () => toast.success(translate('backoffice.removed')),
                  onError: (error) => toast.error(error.message),
                })
              }
            >
              {t('web.backoffice.content.remove')}
            </Button>
          }
        >
          <p>{t('web.backoffice.content.removeSure')}</p>
        </Dialog>
      )}
    </li>
  );
}

function SampleDialog({ language: initialLanguage, onClose }: { language: string; onClose: () => void }) {
  const t = useT();
  const saveSample = useSaveSample();
  const { save, busy, errors, problem, dialog } = useSaving(onClose);
  const [language, setLanguage] = useState(initialLanguage);
  const [video, setVideo] = useState<File | null>(null);
  return (
    <Dialog
      title={t('web.backoffice.content.upload')}
      onClose={onClose}
      persistent
      footer={
        <Button
          variant="primary"
          busy={busy}
          onClick={() =>
            void save(() => saveSample.mutateAsync({ video, language }), translate('backoffice.saved'))
          }
        >
          {t('web.backoffice.settings.save')}
        </Button>
      }
    >
      <div className="stack">
        {problem}
        <Field label={t('web.backoffice.content.language')} error={errors['language']}>
          <Select
            value={language}
            placeholder={t('web.backoffice.content.choose')}
            onChange={(event) => setLanguage(event.currentTarget.value)}
            options={LANGUAGES.map((code) => ({ value: code, label: getLanguageName(code) }))}
          />
        </Field>
        <Field label={t('web.backoffice.content.video')} error={errors['video']}>
          <FileDrop
            accept="video/mp4,video/webm"
            limit={t('web.backoffice.content.videoLimit')}
            onFile={setVideo}
          />
        </Field>
        {video && <FileRow name={video.name} onRemove={() => setVideo(null)} />}
      </div>
      {dialog}
    </Dialog>
  );
}
