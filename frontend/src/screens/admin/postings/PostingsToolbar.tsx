import { POSTINGS_SEARCH_DEBOUNCE_MS } from '@flyerdeck/contracts/limits';
import { POSTING_STATUSES, statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import { Checkbox, Input } from 'antd';
import type { ReactNode } from 'react';
import toolbar from '../table/tableToolbar.module.css';
import type { TableViewChanges } from '../table/tableView.ts';
import { useSearchText } from '../table/useSearchText.ts';
import styles from './PostingsToolbar.module.css';
import type { PostingsFilter, PostingsView } from './postingsView.ts';

type Changes = TableViewChanges<PostingsView['sort'], PostingsFilter>;

interface PostingsToolbarProps {
  readonly view: PostingsView;
  onChange(changes: Changes, options?: { readonly replace?: boolean }): void;
  /** What concerns the table as a whole: columns, export. */
  readonly children: ReactNode;
}

const ALL = '';

/** How the postings are searched and narrowed down. */
export function PostingsToolbar({ view, onChange, children }: PostingsToolbarProps) {
  const [text, setText] = useSearchText(
    view.search,
    (search) => onChange({ search }, { replace: true }),
    POSTINGS_SEARCH_DEBOUNCE_MS,
  );
  const { status, archived } = view.filters;
  return (
    <div className={toolbar.tools}>
      <Input
        className={styles.search}
        type="search"
        allowClear
        maxLength={200}
        aria-label="Search postings"
        placeholder="Search postings..."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <select
        className={toolbar.select}
        aria-label="Status"
        data-set={status !== null}
        value={status ?? ALL}
        // The status narrows the loaded page, so it stays on it.
        onChange={(event) => onChange({ filters: { status: event.target.value || null }, page: view.page })}
      >
        <option value={ALL}>All</option>
        {POSTING_STATUSES.map((one) => (
          <option key={one} value={one}>
            {statusLabel(TASK_STATUS_LABELS, one)}
          </option>
        ))}
      </select>
      <Checkbox
        checked={archived === 'yes'}
        onChange={(event) => onChange({ filters: { archived: event.target.checked ? 'yes' : null } })}
      >
        Archived
      </Checkbox>
      <div className={toolbar.whole}>{children}</div>
    </div>
  );
}
