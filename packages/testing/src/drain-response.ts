/** Reads a response to its end or failure. Returns whether it is still open. Throws without a first chunk. */
export async function drainResponse(answer: Response): Promise<() => boolean> {
  if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}`)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  if ((await reader.read()).done) throw new Error(`${answer.url} ended at once`)
  let isOpen = true
  const drain = async () => {
    while (!(await reader.read()).done);
  }
  void drain()
    .catch(() => {})
    .then(() => (isOpen = false))
  return () => isOpen
}
