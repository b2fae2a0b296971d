import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 250

/**
 * The text of a field whose value is in the URL. `onAsk` is called after a pause in typing; Back or a link
 * replaces the text.
 */
export function useDelayedText(value: string, onAsk: (text: string) => void) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const [asked, setAsked] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was asked for may arrive after more was typed.
  if (shown !== value) {
    setShown(value)
    if (value !== asked) {
      setAsked(value)
      setText(value)
    }
  }
  function change(next: string, delayMs = TYPING_PAUSE_MS) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setAsked(next.trim())
      onAsk(next.trim())
    }, delayMs)
  }
  return { text, change }
}
