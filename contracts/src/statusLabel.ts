/** An unknown status is its own label; a missing one is 'Unknown'. */
export function statusLabel(labels: Readonly<Record<string, string>>, status: string | null | undefined): string {
  if (!status) return 'Unknown';
  return Object.hasOwn(labels, status) ? (labels[status] as string) : status;
}
