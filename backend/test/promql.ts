import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/**
 * Evaluates the part of PromQL that the alert rules and the dashboard use, over scraped metrics. Prometheus' own grammar parses
 * it. Throws for everything else.
 */

type Labels = Readonly<Record<string, string>>;
interface Sample {
  readonly labels: Labels;
  readonly value: number;
}
/** What one scrape of all targets returned. `at` is in seconds. */
export interface Scrape {
  readonly at: number;
  /** By the name of the metric. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}
type Value = number | readonly Sample[];

/** Prometheus uses the newest sample of the last five minutes. */
const LOOKBACK_SECONDS = 300;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsOf(duration: string): number {
  const [, number, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  if (number === undefined) throw new Error(`'${duration}' is not a duration.`);
  return Number(number) * (UNITS[unit] ?? 0);
}

/** Parses the text format of Prometheus. */
export function samplesOf(text: string, target: Labels): (Sample & { readonly name: string })[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inBraces = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      if (name === '') throw new Error(`'${line}' is not a sample.`);
      const own = [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
      return {
        name,
        labels: { ...Object.fromEntries(own), ...target },
        value: Number(value?.replace('Inf', 'Infinity')),
      };
    });
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());

/** The value of the expression at the time `at`. */
export function evaluate(expression: string, scrapes: readonly Scrape[], at: number): Value {
  const textOf = (node: SyntaxNode) => expression.slice(node.from, node.to);
  const unsupported = (node: SyntaxNode) => new Error(`${node.name} is not supported: ${textOf(node)}`);

  const select = (node: SyntaxNode, from: number): { labels: Labels; points: { at: number; value: number }[] }[] => {
    const name = textOf(node.getChild('Identifier') ?? node);
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    const tests = matchers.map((matcher) => {
      const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(textOf(matcher)) ?? [];
      const pattern = new RegExp(`^(?:${operator.endsWith('~') ? value : value.replaceAll(/\W/g, '\\$&')})$`);
      return (labels: Labels) => pattern.test(labels[label] ?? '') !== operator.startsWith('!');
    });
    const series = new Map<string, { labels: Labels; points: { at: number; value: number }[] }>();
    for (const scrape of scrapes) {
      if (scrape.at <= from || scrape.at > at) continue;
      for (const { labels, value } of scrape.samples.get(name) ?? []) {
        if (!tests.every((test) => test(labels))) continue;
        const key = keyOf(labels);
        const one = series.get(key) ?? { labels, points: [] };
        one.points.push({ at: scrape.at, value });
        series.set(key, one);
      }
    }
    return [...series.values()];
  };

  /** Without Prometheus' extrapolation to the borders of the range. */
  const increase = (matrix: SyntaxNode, isRate: boolean): Sample[] => {
    const [vector, range] = [matrix.getChild('VectorSelector'), matrix.getChild('DurationExpr')];
    if (!vector || !range) throw unsupported(matrix);
    const seconds = secondsOf(textOf(range));
    return select(vector, at - seconds).flatMap(({ labels, points }) => {
      if (points.length < 2) return [];
      const grown = points.reduce((sum, point, nth) => {
        const before = points[nth - 1]?.value ?? point.value;
        return sum + (point.value < before ? point.value : point.value - before);
      }, 0);
      return [{ labels, value: isRate ? grown / seconds : grown }];
    });
  };

  /** For buckets of one histogram. */
  const quantile = (wanted: number, buckets: readonly Sample[]): Sample[] => {
    if (buckets.length === 0) return [];
    const sorted = buckets
      .map(({ labels, value }) => ({ upTo: Number(labels.le?.replace('+Inf', 'Infinity')), value }))
      .sort((one, other) => one.upTo - other.upTo);
    const rank = wanted * (sorted.at(-1)?.value ?? 0);
    const nth = sorted.findIndex(({ value }) => value >= rank);
    const lower = sorted[nth - 1] ?? { upTo: 0, value: 0 };
    const upper = sorted[nth];
    if (!upper || rank === 0) return [{ labels: {}, value: Number.NaN }];
    if (upper.upTo === Number.POSITIVE_INFINITY) return [{ labels: {}, value: lower.upTo }];
    const share = (rank - lower.value) / (upper.value - lower.value);
    return [{ labels: {}, value: lower.upTo + (upper.upTo - lower.upTo) * share }];
  };

  const call = (node: SyntaxNode): Value => {
    const name = textOf(node.getChild('FunctionIdentifier') ?? node);
    const args = argumentsOf(node.getChild('FunctionCallBody'));
    const [first, second] = args;
    if (name === 'time') return at;
    if (!first) throw unsupported(node);
    if (name === 'rate' || name === 'increase') return increase(first, name === 'rate');
    if (name === 'absent') return vector(first).length > 0 ? [] : [{ labels: {}, value: 1 }];
    if (name === 'histogram_quantile' && second) return quantile(Number(textOf(first)), vector(second));
    throw unsupported(node);
  };

  const aggregate = (node: SyntaxNode): Sample[] => {
    const by = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
    const names = by.map(textOf);
    const [argument] = argumentsOf(node.getChild('FunctionCallBody'));
    if (!argument) throw unsupported(node);
    const operation = textOf(node.getChild('AggregateOp') ?? node);
    const combine = { sum: (a: number, b: number) => a + b, max: Math.max }[operation];
    if (!combine) throw unsupported(node);
    const groups = new Map<string, Sample>();
    for (const { labels, value } of vector(argument)) {
      const kept = Object.fromEntries(
        names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])),
      );
      const before = groups.get(keyOf(kept));
      groups.set(keyOf(kept), { labels: kept, value: before ? combine(before.value, value) : value });
    }
    return [...groups.values()];
  };

  const OPERATORS: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '>': (a, b) => a > b,
    '<': (a, b) => a < b,
    '==': (a, b) => a === b,
  };

  const binary = (node: SyntaxNode): Value => {
    const [left, right] = [node.firstChild, node.lastChild];
    const operator = node.firstChild?.nextSibling;
    const operate = operator && OPERATORS[textOf(operator)];
    if (!left || !right || !operate) throw unsupported(node);
    const [a, b] = [value(left), value(right)];
    if (typeof a === 'number' && typeof b === 'number') return Number(operate(a, b));
    const pairs =
      typeof a === 'number'
        ? (b as readonly Sample[]).map((other) => ({ labels: other.labels, x: a, y: other.value }))
        : a.flatMap(({ labels, value: x }) => {
            const y = typeof b === 'number' ? b : b.find((other) => keyOf(other.labels) === keyOf(labels))?.value;
            return y === undefined ? [] : [{ labels, x, y }];
          });
    return pairs.flatMap(({ labels, x, y }) => {
      const result = operate(x, y);
      // A comparison filters.
      if (typeof result === 'boolean') return result ? [{ labels, value: x }] : [];
      return [{ labels, value: result }];
    });
  };

  const value = (node: SyntaxNode): Value => {
    if (node.name === 'NumberDurationLiteral') return Number(textOf(node));
    if (node.name === 'ParenExpr' && node.firstChild?.nextSibling) return value(node.firstChild.nextSibling);
    if (node.name === 'BinaryExpr') return binary(node);
    if (node.name === 'AggregateExpr') return aggregate(node);
    if (node.name === 'FunctionCall') return call(node);
    if (node.name !== 'VectorSelector') throw unsupported(node);
    return select(node, at - LOOKBACK_SECONDS).flatMap(({ labels, points }) => {
      const newest = points.at(-1);
      return newest ? [{ labels, value: newest.value }] : [];
    });
  };
  const vector = (node: SyntaxNode): readonly Sample[] => {
    const result = value(node);
    if (typeof result === 'number') throw unsupported(node);
    return result;
  };

  const { topNode } = parser.parse(expression);
  topNode.cursor().iterate((node) => {
    if (node.type.isError) throw new Error(`'${expression}' is not PromQL.`);
  });
  if (!topNode.firstChild) throw unsupported(topNode);
  return value(topNode.firstChild);
}

function argumentsOf(body: SyntaxNode | null): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let node = body?.firstChild; node; node = node.nextSibling) if (!/^[(),]$/.test(node.name)) found.push(node);
  return found;
}
