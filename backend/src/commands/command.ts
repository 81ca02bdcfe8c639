export interface Command {
  /** Its arguments, as in the list of commands. */
  readonly usage: string;
  readonly description: string;
  /** The least and the largest number of arguments. */
  readonly takes: readonly [least: number, most: number];
  run(args: readonly string[]): Promise<void>;
}

export const print = (line: string) => void process.stdout.write(`${line}\n`);
