import { Input } from 'antd';
import { startTransition, useEffect } from 'react';
import { useSearchText } from '../table/useSearchText.ts';
import styles from './PeopleToolbar.module.css';

interface PeopleSearchProps {
  /** What the address says. */
  readonly search: string;
  /** Hears of it when the typing rests, for the address. */
  onSearch(search: string): void;
  /** Hears of every key; a state's setter, so that it stays the same. */
  onWanted(wanted: string): void;
}

const PROMPT = 'Search users by name, username, or Telegram ID';
const ADDRESS_DELAY_MS = 500;

/**
 * The search box over people. It keeps its text to itself: a key is painted at once, and the table of 100,000 follows
 * in a transition that the next key may interrupt.
 */
export function PeopleSearch({ search, onSearch, onWanted }: PeopleSearchProps) {
  const [text, setText] = useSearchText(search, onSearch, ADDRESS_DELAY_MS);
  useEffect(() => {
    startTransition(() => onWanted(text.trim()));
  }, [text, onWanted]);
  return (
    <Input
      className={styles.search ?? ''}
      type="search"
      allowClear
      maxLength={200}
      aria-label={PROMPT}
      placeholder={PROMPT}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
