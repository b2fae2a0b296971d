import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method that composes a character. Safari only says so by the code 229.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- the only sign of it in Safari
  event.nativeEvent.isComposing || event.keyCode === 229

/** Whether Enter was pressed to act, and not to confirm what an input method composes. */
export const pressesEnter = (event: KeyboardEvent): boolean => event.key === 'Enter' && !isComposing(event)
