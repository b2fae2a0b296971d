import { useEffect, useState } from 'react'

/** Counts down the seconds that `wait` sets, initially zero. */
export function useCoolDown() {
  const [secondsLeft, wait] = useState(0)
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(() => wait(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, wait }
}
