import type { SortOrder } from '../table/tableView.ts';

interface Person {
  readonly telegram_id: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

interface Entry<Row> {
  readonly row: Row;
  /** What is searched, lower-cased once: 100,000 people are looked through at every key. */
  readonly haystack: string;
}

/** What a column is sorted by: texts as `alphabetical` makes them, numbers and flags by their size. */
export type SortValue = string | number | boolean;

const ASCII_ONLY = /^[ -~]*$/;

const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    // Behind every other character, so that strings compare by code point, as in the database.
    .replace(/[\u{10000}-\u{10ffff}]/gu, '\uffff$&');

/**
 * A text as the alphabet sees it: no case, no accents. Compared as it stands, it sorts 100,000 people in a fifth of the
 * time that Intl.Collator takes. The server's exports sort by the same rule (usersExport.query.ts).
 */
export const alphabetical = (text: string): string => (ASCII_ONLY.test(text) ? text.toLowerCase() : unaccented(text));

const compare = (a: SortValue, b: SortValue): number => (a < b ? -1 : a > b ? 1 : 0);

// No search has a line break in it, so none is found across two fields.
const haystackOf = ({ telegram_id, username, first_name, last_name }: Person): string =>
  `${telegram_id}\n${username}\n${first_name}\n${last_name}`.toLowerCase();

/** One answer's people, prepared for search and sort; each column is sorted once and then only filtered. */
export class PeopleIndex<Row extends Person> {
  private readonly entries: readonly Entry<Row>[];
  private readonly sorted = new Map<string, readonly Entry<Row>[]>();

  constructor(rows: readonly Row[]) {
    this.entries = rows.map((row) => ({ row, haystack: haystackOf(row) }));
  }

  /**
   * Those whose Telegram id, username, first name or last name contains the search, whatever the case, and who `fit`.
   * `column` names what `sortValue` reads. Equal ones stay in the answer's order.
   */
  find(
    search: string,
    fits: ((row: Row) => boolean) | null,
    column: string,
    order: SortOrder,
    sortValue: (row: Row) => SortValue,
  ): Row[] {
    const wanted = search.trim().toLowerCase();
    const found: Row[] = [];
    for (const { row, haystack } of this.sortedBy(column, order, sortValue)) {
      if ((wanted === '' || haystack.includes(wanted)) && (!fits || fits(row))) found.push(row);
    }
    return found;
  }

  private sortedBy(column: string, order: SortOrder, sortValue: (row: Row) => SortValue): readonly Entry<Row>[] {
    const key = `${column} ${order}`;
    const known = this.sorted.get(key);
    if (known) return known;
    const sign = order === 'asc' ? 1 : -1;
    const valued = this.entries.map((entry) => ({ entry, value: sortValue(entry.row) }));
    const sorted = valued.sort((a, b) => sign * compare(a.value, b.value)).map(({ entry }) => entry);
    this.sorted.set(key, sorted);
    return sorted;
  }
}
