/** Whether any of the texts contains the search, ignoring case. An empty search matches everything. */
export function searchMatch(search: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}
