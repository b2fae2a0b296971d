/** Cancels the body of a response that is not sent, so that the stream behind it ends. */
export function discardResponse({ body }: Response): void {
  // A locked body has another reader, which ends it.
  body?.cancel().catch(() => {})
}
