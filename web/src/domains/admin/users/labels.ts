import { translateCode, translateId } from '../../../platform/i18n/index.ts';

/** The label of a security event. Uses the owner's wording, unless it addresses the owner. */
export const getSecurityEventLabel = (kind: string): string =>
  translateId(`web.admin.security.${kind}`) ?? translateCode(`security.event.${kind}`, { count: 1 });
