import type { Role } from '@fws/contract/platform/permissions';
import { useT } from '../../../platform/i18n/index.ts';
import { usePathname } from '../../../platform/router/index.ts';
import { Tabs } from '../../../ui/index.ts';
import { findPage, listSections } from './navigation.ts';

/** Tabs for the pages of the current section, when it has several. */
export function SectionTabs({ role }: { role: Role }) {
  const t = useT();
  const sections = listSections(role);
  const currentPage = findPage(sections, usePathname());
  const section = sections.find(({ pages }) => currentPage && pages.includes(currentPage));
  if (!section || !currentPage || section.pages.length === 1) return null;
  return (
    <div className="wrap adm-tabs">
      <Tabs
        label={t(section.label)}
        current={currentPage.to}
        items={section.pages.map(({ to, label }) => ({ key: to, to, label: t(label) }))}
      />
    </div>
  );
}
