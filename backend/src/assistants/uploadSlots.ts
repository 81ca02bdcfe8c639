import { tooManyRequests, unavailable } from '../http/errors.ts';
import { Throttle } from '../http/throttle.ts';

const TRY_AGAIN_SECONDS = 5;

interface Limits {
  readonly perUser: number;
  readonly inAll: number;
  readonly bytesPerSecondOfUser: number;
}

/** Limits how many forms are processed at the same time, in all and per user, and how fast a user's forms are read. */
export class UploadSlots {
  private readonly users = new Map<string, { held: number; readonly throttle: Throttle }>();
  private total = 0;

  constructor(private readonly limits: Limits) {}

  /** Throws 429 if this user has too many forms in progress, 503 if all users together have. */
  async hold<T>(userId: string, work: (throttle: Throttle) => Promise<T>): Promise<T> {
    const { perUser, inAll, bytesPerSecondOfUser } = this.limits;
    const user = this.users.get(userId) ?? { held: 0, throttle: new Throttle(bytesPerSecondOfUser) };
    if (user.held >= perUser) throw tooManyRequests(TRY_AGAIN_SECONDS);
    if (this.total >= inAll) throw unavailable();
    this.users.set(userId, user);
    user.held += 1;
    this.total += 1;
    try {
      return await work(user.throttle);
    } finally {
      this.total -= 1;
      user.held -= 1;
      if (user.held === 0) this.users.delete(userId);
    }
  }
}
