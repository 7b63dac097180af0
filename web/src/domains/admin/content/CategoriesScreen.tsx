import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import type { ContentCategory } from '@fws/contract/admin/content/schemas';
import { useEffect, useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { loadScriptFont } from '../../../platform/i18n/indicFont.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, Dialog, Field, IconButton, Screen, Switch, TextInput } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { categoriesQuery, useHideCategory, useMoveCategory, useSaveCategory } from './api.ts';

const errorToast = { onError: (error: Error) => toast.error(error.message) };

/** Job categories, in the order in which users see them. */
export function CategoriesScreen() {
  const t = useT();
  const query = useQuery(categoriesQuery());
  // Hindi names are shown in every language.
  useEffect(() => loadScriptFont('hi'), []);
  const [edited, setEdited] = useState<ContentCategory | 'new'>();
  return (
    <Screen
      title={t('web.backoffice.content.categories')}
      lead={t('web.backoffice.content.categoriesLead')}
      data={query}
      action={
        <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
          {t('web.backoffice.content.add')}
        </Button>
      }
    >
      {() =>
        query.data && (
          <div className="sheet">
            <ol className="of-list of-rows">
              {query.data.map((category, index) => (
                <Row
                  key={category.id}
                  category={category}
                  isFirst={index === 0}
                  isLast={index === query.data.length - 1}
                  onEdit={() => setEdited(category)}
                />
              ))}
            </ol>
            {edited && (
              <CategoryDialog
                category={edited === 'new' ? null : edited}
                onClose={() => setEdited(undefined)}
              />
            )}
          </div>
        )
      }
    </Screen>
  );
}

type RowProps = { category: ContentCategory; isFirst: boolean; isLast: boolean; onEdit: () => void };

function Row({ category: { id, name, nameHi, inPerson, hidden }, isFirst, isLast, onEdit }: RowProps) {
  const t = useT();
  const hide = useHideCategory();
  const move = useMoveCategory();
  const categoryId = String(id);
  return (
    <li>
      <span className={hidden ? 'mut' : undefined}>
        <b>{name}</b>
        <span lang="hi"> · {nameHi}</span>
        {inPerson && <small className="mut"> · {t('web.backoffice.content.inPerson')}</small>}{' '}
        {hidden && <Badge>{t('web.backoffice.content.hidden')}</Badge>}
      </span>
      <span className="of-buttons">
        <IconButton
          icon="down"
          className="of-up"
          label={t('web.backoffice.content.up', { name })}
          disabled={isFirst || move.isPending}
          onClick={() => move.mutate({ categoryId, direction: 'up' }, errorToast)}
        />
        <IconButton
          icon="down"
          label={t('web.backoffice.content.down', { name })}
          disabled={isLast || move.isPending}
          onClick={() => move.mutate({ categoryId, direction: 'down' }, errorToast)}
        />
        <Button
          variant="quiet"
          aria-label={t(hidden ? 'web.backoffice.content.showOf' : 'web.backoffice.content.hideOf', { name })}
          onClick={() => hide.mutate({ categoryId, hidden: hidden ? '' : 'true' }, errorToast)}
        >
          {t(hidden ? 'web.backoffice.content.show' : 'web.backoffice.content.hide')}
        </Button>
        <IconButton icon="edit" label={t('web.backoffice.content.edit', { name })} onClick={onEdit} />
      </span>
    </li>
  );
}

function CategoryDialog({ category, onClose }: { category: ContentCategory | null; onClose: () => void }) {
  const t = useT();
  const saveCategory = useSaveCategory();
  const { save, busy, errors, problem, dialog } = useSaving(onClose);
  const [name, setName] = useState(category?.name ?? '');
  const [nameHi, setNameHi] = useState(category?.nameHi ?? '');
  const [inPerson, setInPerson] = useState(category?.inPerson ?? true);
  const values = {
    categoryId: category === null ? '' : String(category.id),
    name,
    nameHi,
    inPerson: inPerson ? 'true' : '',
  };
  return (
    <Dialog
      title={category?.name ?? t('web.backoffice.content.add')}
      onClose={onClose}
      persistent
      footer={
        <Button
          variant="primary"
          busy={busy}
          onClick={() => void save(() => saveCategory.mutateAsync(values), translate('backoffice.saved'))}
        >
          {t('web.backoffice.settings.save')}
        </Button>
      }
    >
      <div className="stack">
        {problem}
        <Field label={t('web.backoffice.content.nameEn')} error={errors['name']}>
          <TextInput
            lang="en"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('web.backoffice.content.nameHi')} error={errors['nameHi']}>
          <TextInput
            lang="hi"
            autoComplete="off"
            value={nameHi}
            onChange={(event) => setNameHi(event.currentTarget.value)}
          />
        </Field>
        <Switch checked={inPerson} onChange={(event) => setInPerson(event.currentTarget.checked)}>
          {t('web.backoffice.content.inPersonLong')}
        </Switch>
      </div>
      {dialog}
    </Dialog>
  );
}
