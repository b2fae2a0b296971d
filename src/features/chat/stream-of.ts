/** What a generator yields as a stream that is read at its reader's pace, and ends the generator when the reader leaves. */
export function streamOf<Item>(items: AsyncGenerator<Item, void, void>): ReadableStream<Item> {
  return new ReadableStream<Item>({
    async pull(controller) {
      const { value, done } = await items.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      // Not awaited: a generator that waits for something ends when that comes.
      void items.return()
    },
  })
}
