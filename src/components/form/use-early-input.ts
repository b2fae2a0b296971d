import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isTyped, typeInto } from './type-into.ts'

/**
 * For a controlled field outside of a `Form`: what is typed or chosen before hydration reaches its
 * `onChange`. A select needs `autoComplete="off"`, or a reload would bring back an old choice.
 */
export function useEarlyInput<Field extends HTMLInputElement | HTMLSelectElement>(): RefObject<Field | null> {
  const ref = useRef<Field>(null)
  useLayoutEffect(() => {
    const { current: field } = ref
    if (field && isFromServer(field) && isTyped(field)) typeInto(field, field.value)
  }, [])
  return ref
}

/** A select rendered in the browser has no default option to compare with. */
const isFromServer = (field: HTMLInputElement | HTMLSelectElement) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some(({ defaultSelected }) => defaultSelected)
