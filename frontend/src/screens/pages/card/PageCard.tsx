import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { PAGE_NOTICE_SENTENCES } from '@flyerdeck/contracts/pages.values';
import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { memo } from 'react';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { limitsText, pageName } from '../../../lib/pages.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import { Terms } from '../../../ui/Terms.tsx';
import styles from '../pages.module.css';
import { PageCheckbox } from '../selection/SelectAll.tsx';
import { pageFacts, pageProblem, pageStates } from './pageProblem.ts';
import { usePageEdits } from './usePageEdits.ts';

export interface ShownPageProps {
  readonly page: Page;
  readonly isSelected: boolean;
  /** Both must be stable references: a new function renders all cards again. */
  onToggle(guid: string, isRange: boolean): void;
  onOpenLimits(guids: readonly string[]): void;
}

const BUTTON = { size: 'small', type: 'text', className: 'u-muted' } as const;

/** A linked page. Memoized, because a poll or a search may return thousands of unchanged pages. */
export const PageCard = memo(function PageCard({ page, isSelected, onToggle, onOpenLimits }: ShownPageProps) {
  const { setTags, askToUnlink, isUnlinking, failures } = usePageEdits(page);
  const name = pageName(page);
  const facts = pageFacts(page).filter(([, value]) => value !== '');
  return (
    <article className="u-column u-shrink u-gap8" aria-label={name}>
      <div className={`u-card u-column u-fill u-shrink u-gap12 u-padded ${styles.card}`} data-selected={isSelected}>
        <div className="u-top u-gap10">
          <PageCheckbox name={name} isSelected={isSelected} onToggle={(isRange) => onToggle(page.guid, isRange)} />
          <PageAvatar url={page.avatarThumbUrl} sizePx={48} />
          <div className="u-fill u-shrink">
            <h2 className={`u-ellipsis u-title ${styles.name}`}>{name}</h2>
            {page.name && page.username && <p className="u-ellipsis u-muted u-small u-flush">@{page.username}</p>}
            <p className="u-ellipsis u-muted u-small u-flush">ID: {page.creator_id}</p>
          </div>
          <Button
            {...BUTTON}
            aria-label={`Posting limits of ${name}`}
            aria-haspopup="dialog"
            onClick={() => onOpenLimits([page.guid])}
          >
            Limits
          </Button>
          <Button {...BUTTON} disabled={isUnlinking} aria-label={`Unlink ${name}`} onClick={askToUnlink}>
            Unlink
          </Button>
        </div>
        <PageStates page={page} />
        <PageProblem page={page} />
        <PageLimitsFact page={page} />
        {facts.length > 0 && <Terms terms={facts} className={`u-wrap u-fine u-tabular ${styles.facts}`} />}
        <TagsInput tags={page.tags} label={`Tags of ${name}`} onChange={setTags} />
      </div>
      {failures.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
    </article>
  );
});

const PagePause = lazyPart(() => import('./PagePause.tsx'));

function PageProblem({ page }: { readonly page: Page }) {
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

const PageStates = ({ page }: { readonly page: Page }) => (
  <div className="u-wrap u-gap6">
    {pageStates(page).map(({ tone, title, label }) => (
      <StatusChip key={label} tone={tone} {...(title && { title })}>
        {label}
      </StatusChip>
    ))}
  </div>
);

function PageLimitsFact({ page: { limits, limited_until } }: { readonly page: Page }) {
  if (!limits) return null;
  return (
    <p className="u-fine u-flush u-break u-muted">
      {limitsText(limits)}
      {limited_until && (
        <>
          <br />
          <span className="u-strong">Next post {formatDateTime(limited_until)}</span>
        </>
      )}
    </p>
  );
}
