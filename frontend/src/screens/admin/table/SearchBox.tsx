import { MAX_SEARCH_LENGTH } from '@flyerdeck/contracts/values/endpoint';
import { POSTINGS_SEARCH_DEBOUNCE_MS } from '@flyerdeck/contracts/values/postings';
import { Input } from 'antd';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  /** The accessible name. */
  readonly label: string;
  readonly placeholder?: string;
  /** The search in the URL. */
  readonly search: string;
  /** Updates the URL. Debounced. */
  onSearch(change: { readonly search: string }, options: { readonly replace: true }): void;
  /** Called at every change, as a transition, so a long table does not delay typing. Must be a stable reference. */
  onType?: (search: string) => void;
}

/** A search box that writes its text to the URL, debounced. A URL from a link or the Back button sets its text. */
export function SearchBox({ label, placeholder = label, search, onSearch, onType }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const reported = useRef(search);
  const report = useEffectEvent(onSearch);

  useEffect(() => {
    // A search that this box wrote to the URL must not overwrite text typed since.
    if (search === reported.current) return;
    reported.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = text.trim();
    if (onType) startTransition(() => onType(wanted));
    if (wanted === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = wanted;
      report({ search: wanted }, { replace: true });
    }, POSTINGS_SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, onType]);

  return (
    <Input
      type="search"
      className={styles.box}
      allowClear
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      style={{ flex: '1 1 280px', maxWidth: 400 }}
    />
  );
}
