/** Rejects after so many milliseconds, for `Promise.race`. It keeps no process alive. */
export const deadline = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('no answer before the deadline')), ms).unref())
