import { createAction } from '@reduxjs/toolkit';
import { sameJson } from '../../lib/compare.ts';
import type { ApiRequest, Outgoing } from '../baseQuery.ts';

/** The files of flyers that are not uploaded yet, by `PendingFlyer.key`. A `File` cannot be in the Redux store. */
const files = new Map<string, File>();

export function addFile(key: string, file: File): string {
  files.set(key, file);
  return URL.createObjectURL(file);
}

export function removeFile(key: string, previewUrl: string): void {
  files.delete(key);
  URL.revokeObjectURL(previewUrl);
}

/** Like `fetch`, with upload progress, which `fetch` does not report. Not in `baseQuery.ts`, which every first load has. */
export const sendWithProgress = (
  address: string,
  { method, headers, body, signal }: Outgoing,
  onProgress: (sent: number) => void,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const headers = ['Content-Length', 'X-Request-Id'].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      // The Response constructor accepts only a null body with status 204.
      const text = request.status === 204 ? null : request.responseText;
      resolve(new Response(text, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(body ?? null);
  });

export interface FlyersToUpload {
  readonly id: string;
  readonly flyers: readonly { readonly key: string; readonly description: string }[];
}

/** Upload progress of each flyer's file in whole percent, by the flyer's key; null before its upload begins. */
export const uploadProgressed = createAction<{
  assistantId: string;
  percents: Readonly<Record<string, number | null>>;
}>('drafts/uploadProgressed');

export function uploadRequest({ id, flyers }: FlyersToUpload): Pick<ApiRequest, 'body' | 'send' | 'onProgress'> {
  const body = new FormData();
  const sizes: number[] = [];
  for (const { key, description } of flyers) {
    const file = files.get(key);
    if (!file) continue;
    body.append('images', file);
    body.append('descriptions', description);
    sizes.push(file.size);
  }
  if (sizes.length === 0) return { body };
  let last: (number | null)[] = [];
  return {
    body,
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
function uploadPercents(sizes: readonly number[], sent: number): (number | null)[] {
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
