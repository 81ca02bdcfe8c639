export type ExtensionFiles = Record<string, Uint8Array>;

/** In seconds, see extension/shared/waits.ts. */
export interface ExtensionWaits {
  readonly alarmSeconds: number;
  readonly siteSeconds: number;
  readonly answerSeconds: number;
}

export interface ExtensionTargets {
  readonly siteOrigin?: string;
  /** Without a trailing slash. */
  readonly productUrl?: string;
  readonly waits?: ExtensionWaits;
}

export function buildExtension(targets?: ExtensionTargets): Promise<ExtensionFiles>;
export function zipExtension(files: ExtensionFiles): Uint8Array;
export function writeExtension(files: ExtensionFiles, folder: string): Promise<void>;
