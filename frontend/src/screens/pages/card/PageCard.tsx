import type { Page } from '@flyerdeck/contracts/types';
import { memo } from 'react';
import { pageName } from '../../../lib/pages.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import { Terms } from '../../../ui/Terms.tsx';
import { PageLimitsFact } from '../limits/PageLimitsFact.tsx';
import styles from '../pages.module.css';
import { PageCheckbox } from '../selection/PageCheckbox.tsx';
import { PageButtons } from './PageButtons.tsx';
import { PageProblem } from './PageProblem.tsx';
import { PageStates } from './PageStates.tsx';
import { pageFacts } from './pageFacts.ts';
import { usePageEdits } from './usePageEdits.ts';

export interface ShownPageProps {
  readonly page: Page;
  readonly isSelected: boolean;
  /** Both must be stable references: a new function renders all cards again. */
  onToggle(guid: string, isRange: boolean): void;
  onOpenLimits(guids: readonly string[]): void;
}

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
          <PageButtons
            {...{ name, isUnlinking }}
            onOpenLimits={() => onOpenLimits([page.guid])}
            onUnlink={askToUnlink}
          />
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
