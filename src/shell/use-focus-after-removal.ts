import { useEffect } from 'react'

const ROW = 'li, tr'
const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The last focus position: list, index of the row, and index of the focusable element in it. */
type Place = { element: Element; ancestors: Element[]; row?: RowPlace }
type RowPlace = { list: Element; section: Element | null; index: number; stop: number }

/**
 * Moves the focus when the focused row or button is removed: to the next row, from the last row to the
 * previous one, from the only row to the section's heading. Outside of rows, to the first stop of what it
 * was in, such as the field beside a button that clears it.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let last: Place | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('#main')) last = placeOf(target)
    }
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return
      const next = last.row && nextStop(last.row)
      if (next) next.focus()
      else firstStopAround(last)?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

/** What takes the focus: not what another width of the window shows. */
const stopsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility())

function placeOf(element: Element): Place {
  const ancestors: Element[] = []
  for (let at = element.parentElement; at && at.id !== 'main'; at = at.parentElement) ancestors.push(at)
  return { element, ancestors, row: rowPlaceOf(element) }
}

function rowPlaceOf(element: Element): RowPlace | undefined {
  const row = element.closest(ROW)
  const list = row?.parentElement
  if (!row || !list) return undefined
  const index = [...list.children].indexOf(row)
  return {
    list,
    section: row.closest('section'),
    index,
    stop: element instanceof HTMLElement ? stopsOf(row).indexOf(element) : -1,
  }
}

function nextStop({ list, section, index, stop }: RowPlace): HTMLElement | null | undefined {
  const rows = list.isConnected ? [...list.children] : []
  for (const row of [...rows.slice(index), ...rows.slice(0, index).toReversed()]) {
    const stops = stopsOf(row)
    if (stops.length > 0) return stops[Math.min(Math.max(stop, 0), stops.length - 1)]
  }
  const heading = section?.isConnected ? section.querySelector<HTMLElement>('h1, h2, h3') : null
  heading?.setAttribute('tabindex', '-1')
  return heading
}

/** In a log the last one: that is where the reader is. */
function firstStopAround({ ancestors }: Place): HTMLElement | undefined {
  for (const around of ancestors) {
    const stops = around.isConnected ? stopsOf(around) : []
    if (stops.length > 0) return around.closest('[role="log"]') ? stops.at(-1) : stops[0]
  }
  return undefined
}
