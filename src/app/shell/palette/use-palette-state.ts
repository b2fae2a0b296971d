import { useCallback, useEffect, useState } from 'react'

/**
 * The state of the command palette, toggled by Ctrl+K or Cmd+K. `wanted` stays true once it has been opened.
 */
export function usePaletteState() {
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    setOpen(true)
  }, [])
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
      setWanted(true)
      setOpen((shown) => !shown)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { isOpen, setOpen, open, wanted }
}
