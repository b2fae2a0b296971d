const wholes = new WeakMap<ReadableStream, string | Buffer<ArrayBuffer>>()

/**
 * A response whose body is known. The framework passes on its stream, unread; `wholeBody` takes the body that
 * it stands for, which is sent at once with its length instead of through a web stream.
 */
export function wholeResponse(body: string | Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(typeof body === 'string' ? Buffer.from(body) : body)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  wholes.set(stream, body)
  return new Response(stream, init)
}

/** The body that a stream of `wholeResponse` stands for; any other stream itself. */
export const wholeBody = (body: Response['body']) => (body && wholes.get(body)) ?? body
