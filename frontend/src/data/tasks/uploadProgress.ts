import { createAction } from '@reduxjs/toolkit';
import { sameJson } from '../../lib/compare.ts';
import type { ApiRequest } from '../baseQuery.ts';
import { fileOf } from './chosenFiles.ts';
import { sendWithProgress } from './sendWithProgress.ts';

export interface FlyersToUpload {
  /** The assistant's id. */
  readonly id: string;
  /** In upload order. The chosen file is stored by `key`. */
  readonly flyers: readonly { readonly key: string; readonly description: string }[];
}

/** Upload progress of each flyer's file in whole percent, by the flyer's key; null before its upload begins. */
export const uploadProgressed = createAction<{
  assistantId: string;
  percents: Readonly<Record<string, number | null>>;
}>('drafts/uploadProgressed');

/** The body of an upload, and the report of its progress when a whole percent changes. */
export const uploadRequest = (upload: FlyersToUpload): Pick<ApiRequest, 'body' | 'send' | 'onProgress'> => ({
  body: uploadForm(upload),
  ...progressOf(upload),
});

export function uploadForm({ flyers }: FlyersToUpload): FormData {
  const form = new FormData();
  for (const { key, description } of flyers) {
    const file = fileOf(key);
    if (!file) continue;
    form.append('images', file);
    form.append('descriptions', description);
  }
  return form;
}

function progressOf({ id, flyers }: FlyersToUpload): Omit<Pick<ApiRequest, 'body' | 'send' | 'onProgress'>, 'body'> {
  const files = flyers.flatMap(({ key }) => fileOf(key) ?? []);
  if (files.length === 0) return {};
  const sizes = files.map(({ size }) => size);
  let last: (number | null)[] = [];
  return {
    send: sendWithProgress,
    onProgress: (sent) => {
      const percents = uploadPercents(sizes, sent);
      if (sameJson(percents, last)) return null;
      last = percents;
      const byKey = Object.fromEntries(flyers.map(({ key }, index) => [key, percents[index] ?? null]));
      return uploadProgressed({ assistantId: id, percents: byKey });
    },
  };
}

/** Percent of each file. Files of `sizes` bytes are sent in order; `sent` is the sent share of all, from 0 to 1. */
export function uploadPercents(sizes: readonly number[], sent: number): (number | null)[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let rest = total * sent;
  return sizes.map((size, index) => {
    const sentOfThis = Math.min(rest, size);
    const hasBegun = index === 0 || rest > 0;
    rest -= sentOfThis;
    if (!hasBegun) return null;
    return Math.floor((size === 0 ? sent : sentOfThis / size) * 100);
  });
}
