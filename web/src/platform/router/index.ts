export { Link } from './Link.tsx';
export { getArrival } from './arrival.ts';
export { Redirect, Route, Router, Switch, useParams, useSearchParams } from 'wouter';
export { useNavigate, usePathname, useSearch } from './location.ts';
