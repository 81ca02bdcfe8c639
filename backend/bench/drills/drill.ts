/** How much a drill does: all of it for `npm run drill`, little of it with `--short` and among the tests. */
export type DrillSize = 'full' | 'short';

export interface DrillOutcome {
  /** What was done to the product, one line each, with the figures seen. */
  readonly tried: readonly string[];
  /** What must not have happened and did; empty is the verdict "holds". */
  readonly lost: readonly string[];
}

export interface Drill {
  readonly title: string;
  run(size: DrillSize): Promise<DrillOutcome>;
}

export function printDrill(name: string, { title }: Drill, { tried, lost }: DrillOutcome, seconds: number): string {
  const lines = [
    `${name}: ${title}`,
    ...tried.map((line) => `  tried    ${line}`),
    ...(lost.length > 0 ? lost : ['nothing']).map((line) => `  lost     ${line}`),
    `  verdict  ${lost.length > 0 ? 'FAILS' : 'holds'} (${Math.round(seconds)} s)`,
  ];
  return `\n${lines.join('\n')}\n`;
}
