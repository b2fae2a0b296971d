import type { Context, Span, SpanOptions, Tracer } from '@opentelemetry/api'

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
 * Starts to send the spans of this process to a collector, as OTLP over HTTP in JSON, at `endpoint` +
 * `/v1/traces`. While the collector is down, spans are lost. Loads the OpenTelemetry libraries. `close` sends
 * the remaining spans, within two seconds.
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'plinth' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  opened = {
    tracer: provider.getTracer('plinth'),
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
      // Registered for the whole process: the next provider would be turned away.
      for (const part of [api.trace, api.context, api.propagation]) part.disable()
    },
  }
}

type Traced = { name: string; kind: Kind; facts?: SpanFacts }

/**
 * Runs `work` as the begin of a trace: a request, a job. What it answers is read for further facts. Without
 * tracing it is `work` itself.
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

/**
 * Runs `work` as a part of the trace that is open. Outside of one, or without tracing, it is `work` itself.
 */
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

/** The trace that is open, for lines of the log. */
export const currentTraceId = (): string | undefined => opened?.active()?.spanContext().traceId

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
    // The kind of the error only: its message may repeat what was sent. The log knows the rest, by the
    // trace's id.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: opened?.failed ?? 2 })
    throw error
  } finally {
    span.end()
  }
}
