import { type Figure, medianOf, verdictOf } from './figure.ts';

function readable(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function rowOf(figure: Figure): string[] {
  const { samples, unit, bound } = figure;
  return [
    figure.what,
    `${readable(medianOf(samples))} ${unit}`.trim(),
    `${readable(Math.min(...samples))} - ${readable(Math.max(...samples))}`,
    String(samples.length),
    figure.reference,
    bound ? `${bound.side} ${bound.value.toLocaleString('en-US')}` : '-',
    verdictOf(figure),
  ];
}

/** A table of figures: name, median, range, reference, bound and verdict. */
export function printFigures(title: string, figures: readonly Figure[]): string {
  const rows = [['what', 'median', 'range', 'runs', 'reference', 'bound', 'verdict'], ...figures.map(rowOf)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return `\n${title}\n${lines.join('\n')}\n`;
}
