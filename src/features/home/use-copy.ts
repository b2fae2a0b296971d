import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

export const START_COMMAND = 'npm start'

/**
 * Puts the one command on the clipboard and says for two seconds how it went. Where the browser refuses, the
 * person is told to copy by hand.
 */
export function useCopy() {
  const [state, setState] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(START_COMMAND)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return { state, copy }
}
