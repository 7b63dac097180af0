import { useLocation } from 'wouter';

export { useSearch } from 'wouter';

export const usePathname = (): string => useLocation()[0];

/** Goes to another of our addresses. It is the same function for as long as the component lives. */
export const useNavigate = (): ((to: string, options?: { replace?: boolean }) => void) => useLocation()[1];
