const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first stop signal: Ctrl-C, SIGTERM from a container or service manager, or a closed
 * terminal. Call it first, so that a signal during startup counts too. Later signals are ignored.
 */
export function stopSignal(signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
  })
}
