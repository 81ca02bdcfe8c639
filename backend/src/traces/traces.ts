import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface SpanAttributes {
  readonly owner_id?: string;
  readonly page_id?: string;
  readonly assistant_id?: string;
  readonly attempt?: number;
  /** Default: `ok`, or `error` if the work failed. */
  readonly outcome?: string;
}

export interface Spanned {
  /** The postings whose traces get the span. */
  readonly postingIds: readonly string[];
  /** The span is the root of the trace: the first claim of a posting. All other spans are its children. */
  readonly isRoot?: boolean;
  /** Ids and fixed words only: a trace has no texts and no names. */
  readonly attributes?: SpanAttributes;
}

/**
 * Traces of postings. The trace id of a posting is its id, and the id of the root span is derived from it. So all processes add
 * spans to the same trace, and nothing is stored or sent between them (decision 0039).
 */
export interface Traces {
  /** Runs `work`, and records a span for it. `spanned` gets the result of `work`, or undefined if it throws. */
  run<T>(name: string, spanned: (result?: T) => Spanned, work: () => Promise<T>): Promise<T>;
  /** Sends the last spans. */
  stop(): Promise<void>;
}

export const NO_TRACES: Traces = { run: (_name, _spanned, work) => work(), stop: async () => undefined };

/** OpenTelemetry is loaded only when there is a receiver. */
export async function openTraces({ otlpEndpoint, roles }: Config, logger: Logger): Promise<Traces> {
  if (otlpEndpoint === null) return NO_TRACES;
  const { createOtlpTraces } = await import('./otlpTraces.ts');
  return createOtlpTraces(otlpEndpoint, roles, logger);
}
