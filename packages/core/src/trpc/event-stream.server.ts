import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  isTrackedEnvelope,
  TRPCError,
  type AnyTRPCRouter,
} from '@trpc/server'
import type { VerbContext } from './context.server.ts'

const PING_EVERY_MS = 15_000

type Call = { router: AnyTRPCRouter; path: string; request: Request; ctx: VerbContext }

/**
 * The body of a subscription's response: server-sent events in tRPC's format. In tRPC's own stream each event
 * passes a chain of web streams and races a timer; here it is one chunk, and what several streams send is
 * serialized once, if it is the same object. The values of a subscription are all tracked, or none is.
 */
export function eventStream(call: Call): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const signal = AbortSignal.any([call.request.signal, left.signal])
  const events = eventsOf(call, signal)
  let ping: NodeJS.Timeout | undefined
  function end(): void {
    clearInterval(ping)
    left.abort()
    void events.return().catch(() => {})
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      ping = setInterval(() => controller.enqueue(pingEvent), PING_EVERY_MS).unref()
    },
    async pull(controller) {
      const { value, done } = await events.next()
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    },
    cancel: end,
  })
}

async function* eventsOf({ router, path, request, ctx }: Call, signal: AbortSignal) {
  const config = router._def._config
  yield eventOf({ event: 'connected', data: JSON.stringify(config.sse?.client ?? {}) })
  const type = 'subscription' as const
  try {
    const getRawInput = async () => inputOf(request, config.transformer.input)
    const call = { router, path, ctx, signal, type, batchIndex: 0, getRawInput }
    for await (const value of (await callTRPCProcedure(call)) as AsyncIterable<unknown>)
      yield dataEvent(value, config.transformer.output)
    yield eventOf({ event: 'return', data: '' })
  } catch (cause) {
    // Without a last event the browser reconnects.
    if (cause instanceof DOMException && cause.name === 'AbortError') return
    const error = getTRPCErrorFromUnknown(cause)
    const shape: unknown = getTRPCErrorShape({ config, error, path, ctx, type, input: undefined })
    yield eventOf({
      event: 'serialized-error',
      data: JSON.stringify(config.transformer.output.serialize(shape)),
    })
  }
}

type Transformer = AnyTRPCRouter['_def']['_config']['transformer']

/** The input in the URL, with the id of the last event that a reconnecting client has received. */
function inputOf(request: Request, transformer: Transformer['input']): unknown {
  const { searchParams } = new URL(request.url)
  const sent = searchParams.get('input')
  const input: unknown = sent === null ? undefined : transformer.deserialize(parsed(sent))
  const lastEventId = request.headers.get('last-event-id') ?? searchParams.get('lastEventId')
  return lastEventId === null ? input : { ...(input as object | undefined), lastEventId }
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'errors:malformed', cause })
  }
}

const written = new WeakMap<object, Uint8Array>()

function dataEvent(value: unknown, transformer: Transformer['output']): Uint8Array {
  const [id, data] = isTrackedEnvelope(value) ? value : [undefined, value]
  const known = typeof data === 'object' && data !== null ? written.get(data) : undefined
  if (known) return known
  const event = eventOf({
    data: JSON.stringify(transformer.serialize(data)),
    ...(id !== undefined && { id }),
  })
  if (typeof data === 'object' && data !== null) written.set(data, event)
  return event
}

/** `fields` hold no line break: JSON has none, and an id is a number or our own. */
function eventOf(fields: { event?: string; data: string; id?: string }): Uint8Array {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  return Buffer.from(`${lines.join('')}\n`)
}

const pingEvent = eventOf({ event: 'ping', data: '' })
