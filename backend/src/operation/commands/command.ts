export interface Command {
  readonly usage: string;
  readonly description: string;
  readonly takes: readonly [least: number, most: number];
  run(args: readonly string[]): Promise<void>;
}

export const print = (line: string) => void process.stdout.write(`${line}\n`);
