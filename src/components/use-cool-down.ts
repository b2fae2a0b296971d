import { useEffect, useState } from 'react'

/** Counts down to zero, where it starts; `wait` starts it. */
export function useCoolDown() {
  const [secondsLeft, wait] = useState(0)
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(() => wait(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, wait }
}
