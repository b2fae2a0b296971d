/**
 * Catches the rejections of skipped view transitions, which would be reported as errors although the page has
 * changed. Called once per page, in the browser.
 */
export function ignoreSkippedTransitions(): void {
  const start = document.startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = (change) => {
    const transition = start(change)
    transition.ready.catch(() => {})
    transition.finished.catch(() => {})
    return transition
  }
}
