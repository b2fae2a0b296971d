/**
 * A transition that another one overtakes, or that starts while the browser still fades in the page itself,
 * rejects its promises. The page has changed all the same, so that is no error: without this it would be
 * reported as one. Called once per page, in the browser.
 */
export function calmViewTransitions(): void {
  const start = document.startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = (change) => {
    const transition = start(change)
    transition.ready.catch(() => {})
    transition.finished.catch(() => {})
    return transition
  }
}
