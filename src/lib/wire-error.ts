/** The shape of an error on the wire (`error.data.app`), the same for every procedure. */
export type WireError = {
  /** Translation key. */
  code: string
  params: Record<string, string | number | undefined>
  /** Translation keys by field name, for invalid input. */
  fields?: Record<string, string>
  /** For support: the log has the details. */
  requestId?: string | undefined
}
