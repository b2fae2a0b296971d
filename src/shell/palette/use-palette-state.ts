import { useCallback, useEffect, useState } from 'react'

/** The state of the command palette, toggled by Ctrl+K or Cmd+K; undefined until it is opened first. */
export function usePaletteState() {
  const [isOpen, setOpen] = useState<boolean>()
  const open = useCallback(() => setOpen(true), [])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      // Not above another dialog, which Escape would close too.
      const isCovered = document.querySelector('[role$="dialog"]') !== null
      setOpen((shown) => (isCovered && !shown ? shown : !shown))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { isOpen, setOpen, open }
}
