import type { Page } from '@flyerdeck/contracts/types';
import { EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { PAGE_NOTICE_SENTENCES } from '@flyerdeck/contracts/values/pages';
import { lazy, Suspense } from 'react';
import { openOutside } from '../../../telegram/openOutside.ts';
import styles from './PageTrouble.module.css';
import { pageTrouble } from './pageTrouble.ts';

// Rare, so it is not part of the first load.
const PagePause = lazy(() => import('./PagePause.tsx'));

/** The problem of the page's extension with a download link if a new version helps, its pause, and its notice. */
export function PageTrouble({ page }: { readonly page: Page }) {
  const trouble = pageTrouble(page);
  return (
    <>
      {trouble && (
        <p className={`u-fine u-flush ${styles.trouble}`}>
          {trouble.text}{' '}
          {trouble.needsExtension && (
            <a href="/extension.zip" download onClick={openOutside}>
              Get extension {EXTENSION_VERSION}
            </a>
          )}
        </p>
      )}
      {page.pause && (
        <Suspense>
          <PagePause page={page} pause={page.pause} />
        </Suspense>
      )}
      {page.notice && <p className={`u-fine u-flush ${styles.trouble}`}>{PAGE_NOTICE_SENTENCES[page.notice]}</p>}
    </>
  );
}
