// Measurements inside a page. Each function runs there and cannot use anything else in this file.

/**
 * Returns content that users would miss or have to scroll sideways for: text beyond the edge, text wider than
 * its box, a page wider than the screen.
 */
export function cutOff(): string[] {
  const found: string[] = []
  const name = (element: Element) =>
    `${element.outerHTML.slice(0, 90)} "${element.textContent?.slice(0, 40)}"`
  const root = document.scrollingElement as HTMLElement
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(element)
    // The cells of a code clip their input, which is wider on purpose.
    const box = (element.closest('.code-cells') ?? element).getBoundingClientRect()
    // Skips text for screen readers only, areas that scroll, text shortened with an ellipsis, and pictures
    // that are cropped.
    if (
      box.width <= 1 ||
      box.height <= 1 ||
      style.visibility === 'hidden' ||
      element.closest('script, style, option, pre, .mark-large')
    )
      continue
    if (
      element.parentElement?.closest('[class*="overflow-x-auto"], [class*="overflow-auto"]') ||
      element.closest('.sr-only:not(:focus)')
    )
      continue
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!hasText && !element.matches('input, select, textarea, button, a, img, svg, iframe')) continue
    if (box.left < -0.5 || box.right > root.clientWidth + 0.5) found.push(`beyond the edge: ${name(element)}`)
    const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    if (hasText && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !shortened)
      found.push(`wider than its box: ${name(element)}`)
  }
  return found
}

/** The links to a place of the same page that does not exist. */
export function deadAnchors(): string[] {
  return [...document.querySelectorAll('a[href^="#"]')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => document.getElementById(href.slice(1)) === null)
}

/** Returns what acts and is only seen while the pointer is on it, without what each of many rows has. */
export function seenOnHover(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(a[href], button:enabled)')]
    .filter(
      (control) =>
        control.checkVisibility() &&
        !control.closest('.unseen-at-rest') &&
        !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    .map((control) => control.outerHTML.slice(0, 120))
}

/**
 * Returns elements that would move although the user asked for reduced motion. Durations of up to a hundredth
 * of a millisecond are ignored.
 */
export function moving(): string[] {
  const seconds = (list: string) =>
    Math.max(
      ...list.split(',').map((part) => Number.parseFloat(part) * (part.trim().endsWith('ms') ? 0.001 : 1)),
    )
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, pseudo)
      const longest = Math.max(
        seconds(transitionDuration),
        animationName === 'none' ? 0 : seconds(animationDuration),
      )
      return longest > 0.000_011 ? [`${longest} s: ${element.outerHTML.slice(0, 90)}`] : []
    }),
  )
}

/** Returns the sum of all layout shifts since the page loaded. */
export async function layoutShift(): Promise<number> {
  let sum = 0
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'layout-shift', buffered: true })
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const entry of observer.takeRecords() as unknown as { value: number }[]) sum += entry.value
  return sum
}
