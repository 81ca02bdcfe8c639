import { Link } from 'react-router-dom';
import styles from './ui.module.css';

/** The logo and name in a header, as a link to the dashboard. `nameClassName` can hide the name on narrow screens. */
export function BrandLink({ nameClassName }: { readonly nameClassName?: string | undefined }) {
  return (
    <Link to="/" className={`u-line ${styles.brand}`} aria-label="Flyerdeck dashboard">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <span className={nameClassName}>Flyerdeck</span>
    </Link>
  );
}
