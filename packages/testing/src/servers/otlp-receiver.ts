import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { missingPackages } from '@plinth/core/internal/lib/optional-packages.server.ts'
import { atEnd } from '../runner/at-end.ts'

/** Whether the packages of traces are installed, which a project may not have. Without them no span comes. */
export const hasTracing =
  missingPackages('OTEL_EXPORTER_OTLP_ENDPOINT', [
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
  ]) === undefined

export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: ReceivedFact[]
  events: { name: string; attributes: ReceivedFact[] }[]
}
type ReceivedFact = { key: string; value: { stringValue?: string; intValue?: number } }
type Sent = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }

export type OtlpReceiver = {
  url: string
  /** Of an application that sends its spans here at once; none if it can't. */
  settings: Record<string, string>
  spans: ReceivedSpan[]
  /** The raw text of everything received. */
  text(): string
}

/** A collector on loopback that accepts OTLP over HTTP in JSON; ends with the file. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const isSpans = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
      if (isSpans) {
        const body = Buffer.concat(parts).toString()
        bodies.push(body)
        spans.push(
          ...(JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
            scopeSpans.flatMap((scope) => scope.spans),
          ),
        )
      }
      answer.writeHead(isSpans ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  return { url, settings: hasTracing ? settings : {}, spans, text: () => bodies.join('\n') }
}
