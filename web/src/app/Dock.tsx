import './css/dock.css';
import { useT } from '../platform/i18n/index.ts';
import { Icon } from '../ui/index.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { mainItems } from './navigation.ts';
import { NavItem } from './NavItem.tsx';
import { paths } from '../platform/router/paths.ts';

/** The bar at the bottom of phones. */
export function Dock() {
  const t = useT();
  const [posted, applied, doing] = mainItems.map((item) => (
    <NavItem key={item.to} item={item} aria-label={t(item.label)}>
      <Icon name={item.icon} />
      <span>{t(item.short)}</span>
    </NavItem>
  ));
  const more = (
    <>
      <Icon name="more" />
      <span>{t('shell.more')}</span>
    </>
  );
  return (
    <nav className="dock" aria-label={t('shell.main')}>
      {posted}
      {applied}
      <NavItem className="dock-post" item={{ to: paths.postJob(), pages: [] }}>
        <Icon name="plus" />
        <span>{t('shell.postJob')}</span>
      </NavItem>
      {doing}
      <MoreMenu trigger={more} label={t('shell.moreFull')} />
    </nav>
  );
}
