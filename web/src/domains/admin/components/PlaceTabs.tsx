import type { Role } from '@fws/contract/platform/permissions';
import { useT } from '../../../platform/i18n/index.ts';
import { usePathname } from '../../../platform/router/index.ts';
import { Tabs } from '../../../ui/index.ts';
import { pageAt, placesOf } from '../places.ts';

/** Tabs for the pages of the current section, when it has several. */
export function PlaceTabs({ role }: { role: Role }) {
  const t = useT();
  const places = placesOf(role);
  const here = pageAt(places, usePathname());
  const place = places.find(({ pages }) => here && pages.includes(here));
  if (!place || !here || place.pages.length === 1) return null;
  return (
    <div className="wrap adm-tabs">
      <Tabs
        label={t(place.label)}
        current={here.to}
        items={place.pages.map(({ to, label }) => ({ key: to, to, label: t(label) }))}
      />
    </div>
  );
}
