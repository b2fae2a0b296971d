import { useEffect, useState } from 'react'

/** Counts down the seconds until something may be asked for again. */
export function useCoolDown() {
  const [waitSeconds, setWaitSeconds] = useState(0)
  useEffect(() => {
    if (waitSeconds <= 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])
  return { waitSeconds, startWait: setWaitSeconds }
}
