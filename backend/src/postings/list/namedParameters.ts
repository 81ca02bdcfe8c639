export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement whose parameters have names: `:status`. Values that it does not use are left out, because Postgres refuses them. */
export function withNames(named: string, byName: Readonly<Record<string, unknown>>): Statement {
  const names: string[] = [];
  const text = named.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, values: names.map((name) => byName[name] ?? null) };
}
