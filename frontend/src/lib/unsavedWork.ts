/** Edits that are on their way to the server. */
export interface UnsavedWork {
  /** Sends all of it; true when nothing is left unsaved. */
  save(): Promise<boolean>;
  /** Forgets what is unsaved. */
  discard(): void;
}

const works = new Set<UnsavedWork>();

/** Longer, and a person who wants to leave is asked what to do. */
const PATIENCE_MS = 3_000;

export function registerUnsavedWork(work: UnsavedWork): void {
  works.add(work);
}

/** Sends what is unsaved anywhere in the app; false when some of it is still unsaved after a moment. */
export async function saveUnsavedWork(): Promise<boolean> {
  const saving = Promise.all([...works].map((work) => work.save())).then((outcomes) => outcomes.every(Boolean));
  return Promise.race([saving, new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))]);
}

export function discardUnsavedWork(): void {
  for (const work of works) work.discard();
}
