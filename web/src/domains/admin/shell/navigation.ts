import { hasPermission, type Permission, type Role } from '@fws/contract/platform/permissions';
import type { MessageId } from '../../../platform/i18n/index.ts';
import { adminPaths } from '../paths.ts';

interface NavigationPage {
  to: string;
  label: MessageId;
  permission: Permission;
}
interface NavigationSection {
  label: MessageId;
  /** The section opens the first page that the role may see. Several pages become tabs below the bar. */
  pages: readonly NavigationPage[];
}

/** Navigation of the admin area. Add a line here for a new screen; the bar and the tabs follow. */
const sections: readonly NavigationSection[] = [
  {
    label: 'web.admin.queue',
    pages: [{ to: adminPaths.queue(), label: 'web.admin.queue', permission: 'queue.read' }],
  },
  {
    label: 'web.admin.records',
    pages: [
      { to: adminPaths.users(), label: 'web.admin.users', permission: 'users.read' },
      { to: adminPaths.records('job'), label: 'web.admin.record.job', permission: 'jobs.read' },
      { to: adminPaths.records('contract'), label: 'web.admin.record.contract', permission: 'jobs.read' },
      { to: adminPaths.records('order'), label: 'web.admin.record.order', permission: 'money.read' },
      {
        to: adminPaths.records('withdrawal'),
        label: 'web.admin.record.withdrawal',
        permission: 'money.read',
      },
    ],
  },
  {
    label: 'web.backoffice.ledger.title',
    pages: [
      { to: adminPaths.ledger(), label: 'web.backoffice.ledger.accounts', permission: 'money.read' },
      { to: adminPaths.txns(), label: 'web.backoffice.ledger.txns', permission: 'money.read' },
      { to: adminPaths.checks(), label: 'web.backoffice.ledger.checks', permission: 'money.read' },
      { to: adminPaths.restore(), label: 'web.backoffice.restore.title', permission: 'money.read' },
    ],
  },
  {
    label: 'web.backoffice.content.title',
    pages: [
      { to: adminPaths.categories(), label: 'web.backoffice.content.categories', permission: 'content.edit' },
      { to: adminPaths.samples(), label: 'web.backoffice.content.samples', permission: 'content.edit' },
      { to: adminPaths.addresses(), label: 'web.backoffice.content.addresses', permission: 'enquiries.read' },
      { to: adminPaths.enquiries(), label: 'web.backoffice.content.enquiries', permission: 'enquiries.read' },
    ],
  },
  {
    label: 'web.backoffice.settings.title',
    pages: [
      { to: adminPaths.settings(), label: 'web.backoffice.settings.title', permission: 'settings.read' },
    ],
  },
  {
    label: 'web.backoffice.health.title',
    pages: [{ to: adminPaths.health(), label: 'web.backoffice.health.title', permission: 'health.read' }],
  },
  {
    label: 'web.admin.audit',
    pages: [{ to: adminPaths.audit(), label: 'web.admin.audit', permission: 'audit.read' }],
  },
];

/** The sections of a role, each with the pages it may open. */
export const listSections = (role: Role): NavigationSection[] =>
  sections
    .map((section) => ({
      ...section,
      pages: section.pages.filter(({ permission }) => hasPermission(role, permission)),
    }))
    .filter(({ pages }) => pages.length > 0);

/** Finds the page of a path or of a path below it. Paths of no other page belong to the queue. */
export function findPage(
  visibleSections: readonly NavigationSection[],
  path: string,
): NavigationPage | undefined {
  const pages = visibleSections.flatMap((section) => section.pages);
  const longest = pages
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length);
  return longest[0];
}
