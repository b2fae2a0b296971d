/** A stream that pulls items from a generator on demand. Canceling the stream ends the generator. */
export function streamOf<Item>(items: AsyncGenerator<Item, void, void>): ReadableStream<Item> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await items.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await items.return()
    },
  })
}
