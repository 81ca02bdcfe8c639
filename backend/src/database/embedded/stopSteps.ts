/**
 * How a Postgres is asked to end, ever less politely: fast shutdown (clients are dropped, all is written), immediate
 * shutdown (it ends its children within 5 s; the next start recovers from the log), and what not even a frozen process
 * survives.
 */
export const STOP_STEPS: readonly { signal: NodeJS.Signals; patienceMs: number }[] = [
  { signal: 'SIGINT', patienceMs: 5_000 },
  { signal: 'SIGQUIT', patienceMs: 6_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
];
