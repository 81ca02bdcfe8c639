import { type KeyboardEvent, useEffect } from 'react';
import styles from './TabBar.module.css';

interface TabBarProps<Key extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string }[];
  readonly active: Key;
  onSelect(key: Key): void;
}

export const tabIds = (id: string, key: string) => ({ tab: `${id}-tab-${key}`, panel: `${id}-panel` });

/** A tab list by the ARIA pattern: the Tab key reaches the active tab; arrows, Home and End select one. */
export function TabBar<Key extends string>({ id, label, tabs, active, onSelect }: TabBarProps<Key>) {
  useEffect(() => {
    // Scrolls the active tab into view in a narrow list. scrollIntoView would also scroll the page to a tab list further
    // down.
    const tab = document.getElementById(tabIds(id, active).tab);
    const list = tab?.parentElement;
    if (!tab || !list) return;
    const [shown, wanted] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (wanted.left < shown.left) list.scrollLeft -= shown.left - wanted.left;
    else if (wanted.right > shown.right) list.scrollLeft += wanted.right - shown.right;
  }, [id, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.key === active);
    const last = tabs.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const next = tabs[targets[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next.key);
    document.getElementById(tabIds(id, next.key).tab)?.focus();
  };

  return (
    <div role="tablist" aria-label={label} className={`u-line u-shrink u-gap4 ${styles.list}`}>
      {tabs.map((tab) => {
        const isActive = tab.key === active;
        const ids = tabIds(id, tab.key);
        return (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={ids.tab}
            className={`u-bare u-muted u-medium u-relative ${styles.tab}`}
            aria-selected={isActive}
            aria-controls={ids.panel}
            tabIndex={isActive ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        );
      })}
    </div>
  );
}
