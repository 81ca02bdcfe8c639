import { memo, useEffect, useRef } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { pageName, shortTags } from '../../../lib/pages.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import styles from '../list/pagesTable.module.css';
import { PageCheckbox } from '../selection/SelectAll.tsx';
import type { ShownPageProps } from './PageCard.tsx';
import { pageFacts, pageNotes, pageStates } from './pageProblem.ts';
import { usePageEdits } from './usePageEdits.ts';

interface PageRowProps extends Omit<ShownPageProps, 'onOpenLimits'> {
  readonly position: number;
  /** Must be a stable reference. */
  onOpenDetails(guid: string): void;
  /** Reports the row's height to the list. Must be a stable reference. */
  measure(row: HTMLTableRowElement | null): void;
}

export const PageRow = memo(function PageRow({
  page,
  position,
  isSelected,
  onToggle,
  onOpenDetails,
  measure,
}: PageRowProps) {
  const { guid } = page;
  const { setTags, failures } = usePageEdits(page);
  const name = pageName(page);
  const [paidUntil, lastCharge, [, runner]] = pageFacts(page);
  const notes = pageNotes(page, useMinute());
  const [note] = notes;
  return (
    <tr
      ref={measure}
      data-index={position}
      aria-rowindex={position + 2}
      aria-label={name}
      className={`u-grid ${styles.row}`}
      data-selected={isSelected}
    >
      <td className={styles.check}>
        <PageCheckbox name={name} isSelected={isSelected} onToggle={(isRange) => onToggle(guid, isRange)} />
      </td>
      <td className={`u-line u-shrink u-gap8 ${styles.page}`}>
        <PageAvatar url={page.avatarThumbUrl} sizePx={24} />
        <button
          type="button"
          className={`u-bare u-ellipsis u-strong ${styles.name}`}
          title={name}
          aria-haspopup="dialog"
          onClick={() => onOpenDetails(guid)}
        >
          {name}
        </button>
        <span className="u-muted u-small u-ellipsis u-shrink">
          {page.name && page.username && <>@{page.username} · </>}ID:&nbsp;{page.creator_id}
          {runner && <> · {runner}</>}
        </span>
      </td>
      <td className={`u-line u-small u-gap8 ${styles.states}`}>
        {pageStates(page).map(({ tone, title, label }) => (
          <span key={label} className={styles.state} data-tone={tone} title={title || undefined}>
            {label}
          </span>
        ))}
      </td>
      {[paidUntil, lastCharge].map(([label, value]) => (
        <td key={label} data-label={label} className={`u-small u-tabular u-nowrap ${styles.fact}`}>
          {value}
        </td>
      ))}
      <td
        className={`u-small u-ellipsis ${styles.note}`}
        data-tone={note?.isWarning ? 'warning' : undefined}
        title={notes.map(({ short, text }) => `${short}. ${text}`).join('\n')}
      >
        {note?.short}
      </td>
      <td className={styles.tags}>
        <RowTags guid={guid} name={name} tags={page.tags} onChange={setTags} />
      </td>
      {failures.length > 0 && (
        <td className={styles.failures}>
          {failures.map((sentence) => (
            <ErrorAlert key={sentence} message={sentence} />
          ))}
        </td>
      )}
    </tr>
  );
});

interface RowTagsProps {
  readonly guid: string;
  readonly name: string;
  readonly tags: readonly string[];
  onChange(tags: string[]): void;
}

function RowTags({ guid, name, tags, onChange }: RowTagsProps) {
  const [isEditing, setIsEditing] = useUiState(`pages.tags/${guid}`, false);
  const cell = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEditing) cell.current?.querySelector('input')?.focus();
  }, [isEditing]);
  if (isEditing) {
    return (
      <div ref={cell}>
        <TagsInput tags={tags} label={`Tags of ${name}`} onChange={onChange} onLeave={() => setIsEditing(false)} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`u-bare u-small u-break ${styles.tagList}`}
      aria-label={`Edit tags of ${name}${tags.length > 0 ? `: ${tags.join(', ')}` : ''}`}
      title={tags.join(', ')}
      onClick={() => setIsEditing(true)}
    >
      {tags.length > 0 ? shortTags(tags) : <span className={`u-muted ${styles.noTags}`}>Add tags...</span>}
    </button>
  );
}
