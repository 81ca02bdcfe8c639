import { Link } from 'react-router-dom';
import styles from './BrandLink.module.css';

/** The product's sign in a header, and the way to the dashboard. `nameClassName` where the name has to make room. */
export function BrandLink({ nameClassName }: { readonly nameClassName?: string | undefined }) {
  return (
    <Link to="/" className={`u-line ${styles.brand}`} aria-label="Flyerdeck dashboard">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <span className={nameClassName}>Flyerdeck</span>
    </Link>
  );
}
