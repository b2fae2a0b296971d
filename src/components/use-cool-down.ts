import { useEffect, useState } from 'react'

/** Counts seconds down to zero, which it starts with; `wait` begins anew. */
export function useCoolDown() {
  const [secondsLeft, wait] = useState(0)
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(() => wait(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, wait }
}
