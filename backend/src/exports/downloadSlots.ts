import { tooManyRequests } from '../http/errors.ts';

const RETRY_AFTER_SECONDS = 10;

/** Limits the downloads that run at the same time in this process, in all and of each owner. */
export class DownloadSlots {
  /** The owner of each running download. */
  private readonly running: string[] = [];

  constructor(
    private readonly max: number,
    private readonly maxOfOwner: number,
  ) {}

  /** Returns a function that frees the slot; to be called once. Throws 429. */
  take(owner: string): () => void {
    const ofOwner = this.running.filter((id) => id === owner).length;
    if (this.running.length >= this.max || ofOwner >= this.maxOfOwner) throw tooManyRequests(RETRY_AFTER_SECONDS);
    this.running.push(owner);
    return () => void this.running.splice(this.running.indexOf(owner), 1);
  }
}
