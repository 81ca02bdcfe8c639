import { createAction } from '@reduxjs/toolkit';
import { sameJson } from '../../lib/sameJson.ts';
import type { ApiRequest } from '../baseQuery.ts';
import { fileOf } from './chosenFiles.ts';

/** How much of each flyer's file has been sent, in whole percent; null where sending has not begun. */
export const uploadProgressed = createAction<{
  assistantId: string;
  percents: Readonly<Record<string, number | null>>;
}>('drafts/uploadProgressed');

export interface FlyersToUpload {
  /** Of the assistant. */
  readonly id: string;
  /** In order; the key leads to the chosen file. */
  readonly flyers: readonly { readonly key: string; readonly description: string }[];
}

/** Reports a request's progress, and nothing where no whole percent changed. */
export function progressOf({ id, flyers }: FlyersToUpload): Pick<ApiRequest, 'onProgress'> {
  const files = flyers.flatMap(({ key }) => fileOf(key) ?? []);
  if (files.length === 0) return {};
  const sizes = files.map(({ size }) => size);
  let last: (number | null)[] = [];
  return {
    onProgress: (sent) => {
      const percents = uploadPercents(sizes, sent);
      if (sameJson(percents, last)) return null;
      last = percents;
      const byKey = Object.fromEntries(flyers.map(({ key }, place) => [key, percents[place] ?? null]));
      return uploadProgressed({ assistantId: id, percents: byKey });
    },
  };
}

/** Files of `sizes` bytes travel one after the other, and `sent` of all of them, from 0 to 1, has been sent. */
export function uploadPercents(sizes: readonly number[], sent: number): (number | null)[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let rest = total * sent;
  return sizes.map((size, place) => {
    const sentOfThis = Math.min(rest, size);
    const hasBegun = place === 0 || rest > 0;
    rest -= sentOfThis;
    if (!hasBegun) return null;
    return Math.floor((size === 0 ? sent : sentOfThis / size) * 100);
  });
}
