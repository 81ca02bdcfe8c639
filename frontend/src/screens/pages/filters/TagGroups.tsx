import { Button } from 'antd';
import { useId } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import styles from '../pages.module.css';
import type { PagesView, TagGroup } from './usePagesList.ts';

interface TagGroupsProps {
  readonly groups: readonly TagGroup[];
  readonly view: PagesView;
  onChange(changes: Partial<PagesView>): void;
}

/** In one line. More are hardly in view, and each has several elements. */
const COLLAPSED_MAX = 8;
/** More tags are in the filter by tag. */
const OPEN_MAX = 100;

const sizeOf = ({ active, inactive }: TagGroup) => active + inactive;

/** Each tag with the state of its pages, the largest first. A click filters. Closed, it is one line, and hidden on a narrow screen. */
export default function TagGroups({ groups, view, onChange }: TagGroupsProps) {
  const [isOpen, setIsOpen] = useUiState('pages.groups', false);
  const listId = useId();
  const shown = groups.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, isOpen ? OPEN_MAX : COLLAPSED_MAX);
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
        {counted(groups.length, 'tag')}
      </Button>
      <ul id={listId} aria-label="Pages by tag" className={`u-list u-gap8 ${styles.groups}`} data-open={isOpen}>
        {shown.map((group) => {
          const { tag, active, inactive, problems } = group;
          const isChosen = view.tag?.toLowerCase() === tag.toLowerCase();
          const filter = (chosen: PagesView['active']) => {
            const isAgain = isChosen && view.active === chosen;
            onChange(isAgain ? { tag: null, active: null } : { tag, active: chosen });
          };
          const count = (value: number, word: string, chosen: PagesView['active']) =>
            value > 0 && (
              <button
                type="button"
                className={`u-bare u-small u-tabular u-nowrap ${styles.health}`}
                data-activity={chosen}
                aria-label={`${formatNumber(value)} ${word} with the tag ${tag}`}
                aria-pressed={isChosen && view.active === chosen}
                onClick={() => filter(chosen)}
              >
                {formatNumber(value)} {word}
              </button>
            );
          return (
            <li key={tag} className={`u-line ${styles.group}`} data-set={isChosen}>
              <button
                type="button"
                className={`u-bare u-small u-medium u-nowrap ${styles.groupName}`}
                title={`#${tag}: ${counted(sizeOf(group), 'page')}`}
                aria-pressed={isChosen && view.active === null}
                onClick={() => filter(null)}
              >
                #{tag}
              </button>
              {count(active, 'active', 'yes')}
              {count(inactive, 'inactive', 'no')}
              {count(problems, problems === 1 ? 'problem' : 'problems', 'problem')}
            </li>
          );
        })}
        {isOpen && groups.length > OPEN_MAX && (
          <li className="u-small u-muted">{counted(groups.length - OPEN_MAX, 'more tag')} in the filter above</li>
        )}
      </ul>
    </>
  );
}
