import { useQuery } from '@tanstack/react-query';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import { IconButton, LoadError, Select } from '../../../ui/index.ts';
import { categoriesQuery, getCategoryName } from '../../jobs/index.ts';

type Props = { value: readonly string[]; onChange: (ids: string[]) => void; max: number };

/** The chosen categories, and a list to add another. */
export function CategoriesInput({ value, onChange, max }: Props) {
  const t = useT();
  const locale = useLocale();
  const categories = useQuery(categoriesQuery());
  const all = categories.data ?? [];
  const remaining = all.filter((category) => !value.includes(String(category.id)));
  return (
    <div className="skills-input">
      {value.length > 0 && (
        <ul className="skills">
          {all
            .filter((category) => value.includes(String(category.id)))
            .map((category) => {
              const name = getCategoryName(category, locale);
              return (
                <li key={category.id}>
                  {name}
                  <IconButton
                    icon="x"
                    label={t('ui.remove', { name })}
                    onClick={() => onChange(value.filter((id) => id !== String(category.id)))}
                  />
                </li>
              );
            })}
        </ul>
      )}
      <Select
        value=""
        disabled={value.length >= max}
        onChange={({ currentTarget }) => onChange([...value, currentTarget.value])}
        options={remaining.map((category) => ({
          value: String(category.id),
          label: getCategoryName(category, locale),
        }))}
        placeholder={t(value.length === 0 ? 'web.profile.chooseCategory' : 'web.profile.addCategory')}
      />
      {categories.error && <LoadError error={categories.error} onRetry={categories.refetch} />}
    </div>
  );
}
