import type { Context, Span, SpanOptions, Tracer } from '@opentelemetry/api'
import { loadPackages } from '#/lib/optional-packages.server.ts'
import { getBrand } from '#/brand.ts'

const FLUSH_MS = 2_000

/**
 * The attributes of a span: our own names, states and numbers, never user input, an id, an address or a
 * token.
 */
export type SpanFacts = Record<string, string | number | boolean>
type Kind = 'server' | 'client' | 'internal' | 'consumer'

export type Tracing = { close(): Promise<void> }

type Opened = {
  tracer: Tracer
  active: () => Span | undefined
  root: Context
  kinds: Record<Kind, number>
  failed: number
}

let opened: Opened | undefined

/**
 * Starts sending the spans of this process to a collector, as OTLP over HTTP in JSON, at `endpoint` +
 * `/v1/traces`. While the collector is down, spans are lost. Loads the OpenTelemetry libraries. `close` sends
 * the remaining spans within two seconds.
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const [
    api,
    [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }],
  ] = await Promise.all([
    import('@opentelemetry/api'),
    loadPackages(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      '@opentelemetry/sdk-trace-node',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
    ),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': getBrand().key }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  opened = {
    tracer: provider.getTracer(getBrand().key),
    active: () => api.trace.getActiveSpan(),
    root: api.ROOT_CONTEXT,
    kinds: {
      server: api.SpanKind.SERVER,
      client: api.SpanKind.CLIENT,
      internal: api.SpanKind.INTERNAL,
      consumer: api.SpanKind.CONSUMER,
    },
    failed: api.SpanStatusCode.ERROR,
  }
  return {
    async close() {
      opened = undefined
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
      // Registered globally: the next provider would be rejected.
      for (const part of [api.trace, api.context, api.propagation]) part.disable()
    },
  }
}

type Traced = { name: string; kind: Kind; facts?: SpanFacts }

/**
 * Runs `work` in the root span of a new trace: a request or a job. `read` returns more attributes from its
 * result. Without tracing it only runs `work`.
 */
export function tracedRoot<T>(
  { name, kind, facts }: Traced,
  work: () => Promise<T>,
  read?: (answer: T) => SpanFacts | undefined,
): Promise<T> {
  if (!opened) return work()
  const { tracer, kinds, root } = opened
  return tracer.startActiveSpan(
    name,
    { kind: kinds[kind], attributes: facts } satisfies SpanOptions,
    root,
    (span) => ended(span, work, read),
  )
}

/** Runs `work` in a span of the current trace. Without a trace it only runs `work`. */
export function traced<T>(
  { name, kind, facts }: Traced,
  work: () => Promise<T>,
  read?: (answer: T) => SpanFacts | undefined,
): Promise<T> {
  if (!opened?.active()) return work()
  const { tracer, kinds } = opened
  return tracer.startActiveSpan(
    name,
    { kind: kinds[kind], attributes: facts } satisfies SpanOptions,
    (span) => ended(span, work, read),
  )
}

/** The id of the current trace, for the log. */
export const currentTraceId = (): string | undefined => opened?.active()?.spanContext().traceId

/** Adds an event to the current span; without one, sends it in a span of its own. It marks a failure. */
export function traceError(facts: SpanFacts): void {
  if (!opened) return
  const active = opened.active()
  if (active?.isRecording()) return void active.addEvent('exception', facts)
  const span = opened.tracer.startSpan('error')
  span.addEvent('exception', facts)
  span.setStatus({ code: opened.failed })
  span.end()
}

async function ended<T>(
  span: Span,
  work: () => Promise<T>,
  read?: (answer: T) => SpanFacts | undefined,
): Promise<T> {
  try {
    const answer = await work()
    const facts = read?.(answer) ?? {}
    span.setAttributes(facts)
    if ('error.type' in facts) span.setStatus({ code: opened?.failed ?? 2 })
    return answer
  } catch (error) {
    // Only the error's name: its message may contain user input. The log has the rest, by trace id.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: opened?.failed ?? 2 })
    throw error
  } finally {
    span.end()
  }
}
