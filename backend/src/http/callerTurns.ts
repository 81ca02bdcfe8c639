import { atMostAtOnce } from './atMostAtOnce.ts';

/** As many as a browser sends at once over HTTP/1.1; with three users at it there are database connections left. */
const REQUESTS_AT_ONCE = 6;

/** Of each caller's requests, of a user or a public address, only a few are worked on at the same time; the rest waits in the order it came. */
export class CallerTurns {
  private readonly callers = new Map<string, { whenFree: ReturnType<typeof atMostAtOnce>; requests: number }>();

  constructor(private readonly requestsAtOnce = REQUESTS_AT_ONCE) {}

  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const turns = this.callers.get(caller) ?? { whenFree: atMostAtOnce(this.requestsAtOnce), requests: 0 };
    this.callers.set(caller, turns);
    turns.requests += 1;
    try {
      return await turns.whenFree(work);
    } finally {
      turns.requests -= 1;
      if (turns.requests === 0) this.callers.delete(caller);
    }
  }
}
