import { EXTENSION_VERSION } from '@flyerdeck/contracts/limits';
import type { Page } from '@flyerdeck/contracts/types';
import { openOutside } from '../../telegram/openOutside.ts';
import styles from './PageTrouble.module.css';
import { pageTrouble } from './pageTrouble.ts';

/** What keeps the page's extension from posting, and where a newer one is to be had. Nothing where all is well. */
export function PageTrouble({ page }: { readonly page: Page }) {
  const trouble = pageTrouble(page);
  if (!trouble) return null;
  return (
    <p className={styles.trouble}>
      {trouble.text}{' '}
      {trouble.needsExtension && (
        <a href="/extension.zip" download onClick={openOutside}>
          Get extension {EXTENSION_VERSION}
        </a>
      )}
    </p>
  );
}
