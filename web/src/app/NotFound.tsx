import { useT } from '../platform/i18n/index.ts';
import { ButtonLink, Empty, Screen } from '../ui/index.ts';
import { paths } from '../platform/router/paths.ts';

export function NotFound() {
  const t = useT();
  return (
    <Screen title={t('shell.notFound')} data={null} hideTitle>
      <Empty title={t('shell.notFound')} action={<ButtonLink to={paths.home()}>{t('ui.toHome')}</ButtonLink>}>
        {t('ui.notThereWhy')}
      </Empty>
    </Screen>
  );
}
