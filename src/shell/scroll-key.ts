import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

const keyOf = ({ state, href }: Pick<ParsedLocation, 'state' | 'href'>): string => state.__TSR_key ?? href

/**
 * Returns the key under which the router stores a page's scroll position. The router does so when a page is
 * left, and again when Back is pressed before the next page is shown. That second position belongs to the
 * pending page, so it gets another key.
 */
export function scrollKey({ stores }: AnyRouter, location: ParsedLocation): string {
  const key = keyOf(location)
  const isLeft = stores.status.get() === 'pending' && keyOf(stores.location.get()) !== key
  return isLeft ? `pending ${key}` : key
}
