export declare const ROUTES: {
  readonly '/auth': string[];
  readonly '/screenshot-view': string[];
  readonly '/verify-link': string[];
  readonly 'dashboard, Pages tab': string[];
  readonly 'dashboard, Assistants tab': string[];
  readonly 'dashboard, Queue tab': string[];
  readonly 'dashboard, Presets tab': string[];
  readonly 'dashboard, Credits tab': string[];
  readonly '/admin': string[];
  readonly '/admin/users': string[];
  readonly '/admin/users/{telegramId}': string[];
  readonly '/admin/performance': string[];
  readonly '/admin/postings': string[];
  readonly '/admin/credits': string[];
  readonly '/admin/audit': string[];
  readonly '/admin/reports': string[];
  readonly '/admin/site-packs': string[];
  readonly '/tasks/{id}': string[];
};
export declare const CHUNKS_FILE: string;
/** File names in dist. */
export declare function chunksOf(sources: readonly string[]): string[];
export declare function gzippedKiB(files: readonly string[]): number;
