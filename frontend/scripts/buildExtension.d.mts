export type ExtensionFiles = Record<string, Uint8Array>;

export interface ExtensionTargets {
  readonly siteOrigin?: string;
  /** Without a slash at its end. */
  readonly productUrl?: string;
}

export function buildExtension(targets?: ExtensionTargets): Promise<ExtensionFiles>;
export function zipExtension(files: ExtensionFiles): Uint8Array;
export function writeExtension(files: ExtensionFiles, folder: string): Promise<void>;
