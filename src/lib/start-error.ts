/**
 * The application can't start, for a reason that an operator can fix. The message is one line that says how.
 */
export class StartError extends Error {
  override name = 'StartError'
}
