import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly id: number;
  readonly parent: number;
  /** Process ids are used again. Id and start time together identify one process. */
  readonly startedAt: string;
  readonly name: string;
  readonly command: string;
}

/** All processes, read from /proc, because a minimal Debian has no ps. */
export async function processTable(): Promise<ProcessEntry[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end between listing and reading.
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'latin1').catch(() => '');
  const entries = await Promise.all(
    ids.map(async (id): Promise<ProcessEntry | null> => {
      const [stat, command] = await Promise.all([read(id, 'stat'), read(id, 'cmdline')]);
      const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
      const fields = rest?.split(' ');
      // A zombie has ended; its parent has not yet read its exit status.
      if (!fields || fields[0] === 'Z') return null;
      return {
        id: Number(id),
        name: name ?? '',
        parent: Number(fields[1]),
        startedAt: fields[19] ?? '',
        command: command.replaceAll('\0', ' '),
      };
    }),
  );
  return entries.filter((entry) => entry !== null);
}

/** All descendants of a process. */
export async function descendantsOf(processId: number): Promise<ProcessEntry[]> {
  const table = await processTable();
  const children = (id: number): ProcessEntry[] =>
    table.filter((entry) => entry.parent === id).flatMap((entry) => [entry, ...children(entry.id)]);
  return children(processId);
}
