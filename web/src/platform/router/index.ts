export { Link } from './Link.tsx';
export { getArrival } from './arrival.ts';
export { Redirect, Route, Router, Switch, useParams, useSearchParams } from 'wouter';

/** What an address names: the id in its path, and its parameters. */
export interface Address {
  id: string;
  search: URLSearchParams;
}
export { useNavigate, usePathname, useSearch } from './location.ts';
