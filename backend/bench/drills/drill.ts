/** `full` is `npm run drill`. `short` is `--short`, and is used in the tests. */
export type DrillSize = 'full' | 'short';

export interface DrillOutcome {
  /** What the drill did, with its figures, one line each. */
  readonly tried: readonly string[];
  /** What went wrong. The drill passes when this is empty. */
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
