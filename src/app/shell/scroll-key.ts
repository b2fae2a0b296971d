import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

const keyOf = ({ state, href }: Pick<ParsedLocation, 'state' | 'href'>): string => state.__TSR_key ?? href

/**
 * Under which key the router stores the place on a page. It does so when a page is left, and again when Back
 * is pressed before the next one is shown: by then the place is that on the pending page, so it gets another
 * key.
 */
export function scrollKey({ stores }: AnyRouter, location: ParsedLocation): string {
  const key = keyOf(location)
  const isLeft = stores.status.get() === 'pending' && keyOf(stores.location.get()) !== key
  return isLeft ? `pending ${key}` : key
}
