export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Tags after a change, by the server's rules: they are compared without case, and a tag in both lists stays. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const fold = (tag: string) => tag.trim().toLowerCase();
  const added = new Set(add.map(fold));
  const removed = new Set(remove.map(fold).filter((tag) => !added.has(tag)));
  const kept = tags.filter((tag) => !removed.has(fold(tag)));
  const known = new Set(kept.map(fold));
  const isNew = (tag: string) => tag.trim() !== '' && !known.has(fold(tag)) && known.add(fold(tag));
  return [...kept, ...add.filter(isNew).map((tag) => tag.trim())];
}
