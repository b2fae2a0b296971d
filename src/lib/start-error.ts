/** Why the application does not start, where a person can fix it. The message is one line that says how. */
export class StartError extends Error {
  override name = 'StartError'
}
