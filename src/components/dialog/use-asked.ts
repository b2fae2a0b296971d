import { useRef, useState } from 'react'

/**
 * What a dialog is about: `ask` opens it. Every question has a `key` of its own, which resets the dialog's
 * input, and an answer to an earlier question leaves the present one open.
 */
export function useAsked<T extends object>() {
  const [asked, setAsked] = useState<T & { key: number }>()
  const [open, setOpen] = useState<number>()
  const counted = useRef(0)
  const key = asked?.key
  return {
    asked,
    ask(next: T) {
      counted.current++
      setAsked({ ...next, key: counted.current })
      setOpen(counted.current)
    },
    state: {
      isOpen: key !== undefined && open === key,
      onOpenChange: () => setOpen((now) => (now === key ? undefined : now)),
    },
  }
}
