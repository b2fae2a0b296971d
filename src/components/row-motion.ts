// More rows than these are another page or another search, not an act that motion would explain.
const FEW = 3
const DURATION_MS = 200
/** How long a row that was pressed stays in its place. */
const HOLD_MS = 600

/**
 * The ref of a list or a table's body whose rows come and go: a new row appears, and the others move to where
 * they belong. Not while the user types a search, and not with reduced motion. In a list with `data-holds`,
 * rows that only change places wait a moment before.
 */
export function rowMotion(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  const placesOf = () => new Map(rowsOf(list).map((row) => [row, row.offsetTop]))
  let places = placesOf()
  let height = list.offsetHeight
  const rows = new MutationObserver(() => {
    const before = places
    places = placesOf()
    const gone = isCalm() ? move(before, places, 'holds' in list.dataset ? HOLD_MS : 0) : 0
    // Its card becomes lower with the rows, which it would cut.
    const lower = height - list.offsetHeight
    if (gone > 0 && lower > 0)
      list.animate(
        { paddingBottom: [`${lower}px`, '0'] },
        { duration: DURATION_MS, easing: 'ease-out', delay: 0 },
      )
  })
  rows.observe(list, { childList: true })
  // Rows move without a change of the list too, such as in a narrower window.
  const sizes = new ResizeObserver(() => {
    places = placesOf()
    height = list.offsetHeight
  })
  sizes.observe(list)
  return () => {
    rows.disconnect()
    sizes.disconnect()
  }
}

const rowsOf = (list: HTMLElement) =>
  [...list.children].filter((row): row is HTMLElement => row instanceof HTMLElement)

const isCalm = (): boolean =>
  document.documentElement.dataset.motion !== 'reduced' &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  document.activeElement?.getAttribute('type') !== 'search'

/** How far a row that still moves is from its place. */
const shiftOf = (row: HTMLElement) => new DOMMatrixReadOnly(getComputedStyle(row).transform).m42

type Places = ReadonlyMap<HTMLElement, number>

/** Returns how many rows have gone, 0 if so much has changed that nothing moves. */
function move(before: Places, after: Places, holdMs: number): number {
  const added = [...after.keys()].filter((row) => !before.has(row))
  const kept = [...after].filter(([row]) => before.has(row))
  const gone = before.size - kept.length
  if (kept.length === 0 || added.length > FEW || gone > FEW) return 0
  const isOrder = added.length + gone === 0
  const timing = {
    duration: DURATION_MS,
    easing: 'ease-out',
    delay: isOrder ? holdMs : 0,
    fill: 'backwards' as const,
  }
  for (const row of added) row.animate({ opacity: [0, 1] }, timing)
  const moves = kept
    .map(([row, place]) => ({ row, distance: (before.get(row) ?? place) + shiftOf(row) - place }))
    .filter(({ distance }) => distance !== 0)
  const farthest = Math.max(...moves.map(({ distance }) => Math.abs(distance)))
  for (const { row, distance } of moves) {
    // Rows that pass each other cover what is below them.
    const zIndex = Math.abs(distance) === farthest ? 1 : 0
    const above = { background: 'var(--card)', position: 'relative', zIndex }
    row.animate(
      [
        { ...above, transform: `translateY(${distance}px)` },
        { ...above, transform: 'none' },
      ],
      timing,
    )
  }
  return gone
}
