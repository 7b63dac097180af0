import { useLocation } from 'wouter';

export { useSearch } from 'wouter';

export const usePathname = (): string => useLocation()[0];

/** Navigates to another address of the app. The function stays the same for the lifetime of the component. */
export const useNavigate = (): ((to: string, options?: { replace?: boolean }) => void) => useLocation()[1];
