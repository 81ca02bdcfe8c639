import type { Page } from '@flyerdeck/contracts/types';
import { EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { PAGE_NOTICE_SENTENCES } from '@flyerdeck/contracts/values/pages';
import { openOutside } from '../../../telegram/openOutside.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import styles from '../pages.module.css';
import { pageProblem } from './pageProblem.ts';

// Rare, so it is not part of the first load.
const PagePause = lazyPart(() => import('./PagePause.tsx'));

/** The problem of the page's extension with a download link if a new version helps, its pause, and its notice. */
export function PageProblem({ page }: { readonly page: Page }) {
  const problem = pageProblem(page);
  return (
    <>
      {problem && (
        <p className={`u-fine u-flush ${styles.problem}`}>
          {problem.text}{' '}
          {problem.needsExtension && (
            <a href="/extension.zip" download onClick={openOutside}>
              Get extension {EXTENSION_VERSION}
            </a>
          )}
        </p>
      )}
      {page.pause && <PagePause page={page} pause={page.pause} />}
      {page.notice && <p className={`u-fine u-flush ${styles.problem}`}>{PAGE_NOTICE_SENTENCES[page.notice]}</p>}
    </>
  );
}
