import { useEffect, useState } from 'react'

/** Counts down the seconds that `wait` sets, also while the tab or the computer sleeps. */
export function useCoolDown(initially = 0) {
  const [start, setStart] = useState({ seconds: initially })
  const [secondsLeft, setSecondsLeft] = useState(initially)
  useEffect(() => {
    const end = Date.now() + start.seconds * 1000
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setSecondsLeft(left)
      if (left > 0) timer = setTimeout(tick, 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [start])
  return { secondsLeft, wait: (seconds: number) => setStart({ seconds }) }
}
