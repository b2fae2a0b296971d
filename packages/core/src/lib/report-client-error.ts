/** Reports an error of a page to the server's log. The code that does it is loaded with the first one. */
export function reportClientError(id: string, route: string | undefined, error: unknown): void {
  void import('./client-error.ts').then(
    ({ sendError }) => sendError(id, route, error),
    () => {},
  )
}
