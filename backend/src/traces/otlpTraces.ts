import { DiagLogLevel, diag, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Spanned, Traces } from './traces.ts';

/** A UUID has as many digits as a trace id. Its second half is never zero, because it contains the variant of the UUID. */
const rootOf = (postingId: string) => {
  const traceId = postingId.replaceAll('-', '').toLowerCase();
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED };
};

/** Sends spans over OTLP/HTTP. Spans that cannot be sent are dropped; nothing waits for them. */
export function createOtlpTraces(endpoint: string, roles: readonly string[], logger: Logger): Traces {
  const warn = (message: string) => logger.warn({ reason: message }, 'traces could not be sent');
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const random = new RandomIdGenerator();
  /** The ids of the next span, if it is a root. Spans are started synchronously. */
  let nextRoot: ReturnType<typeof rootOf> | null = null;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'flyerdeck', 'flyerdeck.roles': [...roles] }),
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => nextRoot?.traceId ?? random.generateTraceId(),
      generateSpanId: () => nextRoot?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('flyerdeck');

  const record = (
    name: string,
    postingId: string,
    { isRoot = false, attributes }: Spanned,
    startTime: number,
    error: unknown,
  ) => {
    const root = rootOf(postingId);
    nextRoot = isRoot ? root : null;
    const parent = isRoot ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...root, isRemote: true });
    const span = tracer.startSpan(name, { startTime }, parent);
    nextRoot = null;
    const values = { posting_id: postingId, outcome: error === undefined ? 'ok' : 'error', ...attributes };
    for (const [key, value] of Object.entries(values)) span.setAttribute(`flyerdeck.${key}`, value);
    // Only the kind of the error: messages may contain tokens and texts of users.
    if (error !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    }
    span.end();
  };

  return {
    async run(name, spanned, work) {
      const startTime = Date.now();
      let result: Awaited<ReturnType<typeof work>> | undefined;
      let failure: unknown;
      try {
        result = await work();
        return result;
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        const described = spanned(result);
        for (const postingId of described.postingIds) record(name, postingId, described, startTime, failure);
      }
    },
    stop: () => provider.shutdown(),
  };
}
