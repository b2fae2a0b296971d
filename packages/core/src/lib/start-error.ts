/** The application can't start, for a reason that an operator can fix. The message says how in one line. */
export class StartError extends Error {
  override name = 'StartError'
}
