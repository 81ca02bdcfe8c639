export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Tags after a change, as the server will make it: compared whatever their case, and what is in both lists stays. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const fold = (tag: string) => tag.trim().toLowerCase();
  const added = new Set(add.map(fold));
  const removed = new Set(remove.map(fold).filter((tag) => !added.has(tag)));
  const kept = tags.filter((tag) => !removed.has(fold(tag)));
  const known = new Set(kept.map(fold));
  const isNew = (tag: string) => tag.trim() !== '' && !known.has(fold(tag)) && known.add(fold(tag));
  return [...kept, ...add.filter(isNew).map((tag) => tag.trim())];
}
