import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

/**
 * Copies a text and reports the result for two seconds; `refused` means that the browser denied it and the
 * user has to copy by hand.
 */
export function useCopyState(text: string) {
  const [state, setState] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return { state, copy }
}
