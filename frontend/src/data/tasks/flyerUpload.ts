import type { ApiRequest } from '../baseQuery.ts';

export interface FlyersToUpload {
  /** The assistant's id. */
  readonly id: string;
  /** In upload order. The chosen file is stored by `key`. */
  readonly flyers: readonly { readonly key: string; readonly description: string }[];
}

export type UploadRequest = Pick<ApiRequest, 'body' | 'send' | 'onProgress'>;

type MakeRequest = (upload: FlyersToUpload) => UploadRequest;

/** Null until the code of drafts is loaded. Only it has the chosen files. */
let makeRequest: MakeRequest | null = null;

export function setUploadCode(code: MakeRequest): void {
  makeRequest = code;
}

export const uploadRequestOf: MakeRequest = (upload) => makeRequest?.(upload) ?? {};
