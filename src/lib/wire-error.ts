/** The shape of an error on the wire (`error.data.app`), the same for every procedure. */
export type WireError = {
  /** Translation key. */
  code: string
  params: Record<string, string | number | undefined>
  /** Translation key by field name, for input that was refused. */
  fields?: Record<string, string>
  /** To quote: the log knows the rest by it. */
  requestId?: string | undefined
}
