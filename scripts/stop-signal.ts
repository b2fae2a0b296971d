const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal that asks this process to stop: Ctrl-C, SIGTERM of a container or service
 * manager, a closed terminal. Call it first: a signal that comes while the process is still starting counts
 * too. Later signals change nothing.
 */
export function stopSignal(signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
  })
}
