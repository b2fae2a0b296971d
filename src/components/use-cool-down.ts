import { useEffect, useState } from 'react'

/** Counts down the seconds that `wait` sets. */
export function useCoolDown(initially = 0) {
  const [secondsLeft, wait] = useState(initially)
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(() => wait(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, wait }
}
