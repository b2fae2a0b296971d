/**
 * The first signal that asks this process to stop: Ctrl-C, a container's or service manager's SIGTERM, a closed terminal.
 * A signal that comes while the process is still starting counts too. Later signals change nothing.
 */
export const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
})
