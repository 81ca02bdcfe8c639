import { CURSOR_MINUTES } from '@flyerdeck/contracts/values/postings';
import { useState } from 'react';

interface Cursors {
  /** The filters and the order that the cursors belong to. */
  readonly selection: string;
  readonly startedAtMs: number;
  /** Where a page starts: the `next` of the page before. */
  readonly byPage: Readonly<Record<number, string>>;
}

const MINUTE_MS = 60_000;

/**
 * Remembers where the page after each visited page starts. With it, the next page continues the one before although postings
 * change meanwhile. Other pages are found by their number.
 */
export function usePageCursors(selection: string) {
  const [cursors, setCursors] = useState<Cursors | null>(null);
  const current =
    cursors?.selection === selection && Date.now() - cursors.startedAtMs < CURSOR_MINUTES * MINUTE_MS ? cursors : null;
  return {
    startOf: (page: number): string | undefined => current?.byPage[page],
    /** `next` is the end of the page before. */
    remember(page: number, next: string | null | undefined) {
      if (!next) return;
      // A page that was found by its number starts a new walk.
      const walk = current?.byPage[page - 1] ? current : { startedAtMs: Date.now(), byPage: {} };
      setCursors({ selection, startedAtMs: walk.startedAtMs, byPage: { ...walk.byPage, [page]: next } });
    },
  };
}
