const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/** '12 kB', '3.4 MB' or '1.2 GB'; at least '1 kB'. */
export function sizeText(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB))} kB`;
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(1)} GB`;
}
