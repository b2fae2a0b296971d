const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const LOOKS_EVERY_MS = 250

/**
 * Resolves with the first stop signal: Ctrl-C, SIGTERM from a container or service manager, or a closed
 * terminal; with SIGTERM when install.mjs, which started this process and forwards signals to it,
 * is gone. Call it first, so that a signal during startup counts too. Later signals are ignored.
 */
export function stopSignal(signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
    const { ppid } = process
    if (process.env.STARTED_BY !== String(ppid)) return
    const looking = setInterval(() => {
      if (process.ppid === ppid) return
      clearInterval(looking)
      resolve('SIGTERM')
    }, LOOKS_EVERY_MS).unref()
  })
}
