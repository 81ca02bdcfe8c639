export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * The tags of a page after a change, as the server computes them (`changeTagsOf`). Tags are compared
 * case-insensitively. A tag in both lists is not removed.
 */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  /** The form in which tags are compared. */
  const fold = (tag: string) => tag.trim().toLowerCase();
  const added = new Set(add.map(fold));
  const removed = new Set(remove.map(fold).filter((tag) => !added.has(tag)));
  const kept = tags.filter((tag) => !removed.has(fold(tag)));
  const known = new Set(kept.map(fold));
  const isNew = (tag: string): boolean => {
    const folded = fold(tag);
    if (folded === '' || known.has(folded)) return false;
    known.add(folded);
    return true;
  };
  return [...kept, ...add.filter(isNew).map((tag) => tag.trim())];
}
