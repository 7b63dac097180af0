import './css/logo.css';
import { Link } from '../platform/router/index.ts';

/** `label` says where the link leads, for screen readers. */
export function Logo({ to, label }: { to: string; label: string }) {
  return (
    <Link className="logo" to={to} aria-label={label}>
      <svg viewBox="0 0 20 24" aria-hidden="true">
        <path className="lg-b" d="M1 23.5V10a9 9 0 0118 0v13.5z" />
        <path className="lg-c" d="M1 11v-1a9 9 0 0118 0v1z" />
        <path className="lg-l" d="M6 16h8M6 19.5h5" />
      </svg>
      <b translate="no">FWS</b>
    </Link>
  );
}
