/** Response times and problems that callers saw, by phase of a drill. */
export class CallLog {
  phase = 'warm-up';
  private readonly problems = new Map<string, number>();
  private readonly ms = new Map<string, number[]>();

  add(kind: string, ms: number): void {
    const key = `${this.phase} ${kind}`;
    const list = this.ms.get(key) ?? [];
    list.push(ms);
    this.ms.set(key, list);
  }

  problem(what: string): void {
    this.problems.set(what, (this.problems.get(what) ?? 0) + 1);
  }

  /** The 99th percentile of response times in a phase, for one kind of call or for all. */
  p99(phase: string, kind = ''): number {
    const all = [...this.ms].filter(([key]) => key.startsWith(`${phase} ${kind}`)).flatMap(([, list]) => list);
    all.sort((a, b) => a - b);
    return all[Math.floor(all.length * 0.99)] ?? Number.NaN;
  }

  /** The problems, each once with its number. */
  get failures(): string[] {
    return [...this.problems].map(([what, times]) => `${times}x ${what}`);
  }

  count(phase: string): number {
    return [...this.ms].reduce((sum, [key, list]) => sum + (key.startsWith(phase) ? list.length : 0), 0);
  }
}
