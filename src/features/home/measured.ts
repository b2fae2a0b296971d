/** A number that `npm run bench` prints, under the name it prints there. KB are 1000 bytes. */
type Figure = {
  name: 'firstVisit' | 'everything' | 'dashboard' | 'shift'
  bench: string
  value: number
  unit: 'KB' | 'ms' | 'x'
}

/**
 * What the home page says of speed and weight. Measured, not estimated: after `npm run bench` put its numbers
 * and its day here and into README.md.
 */
export const measured: { on: string; cores: number; figures: readonly Figure[] } = {
  on: '2026-11-22',
  cores: 2,
  figures: [
    { name: 'firstVisit', bench: '/ JavaScript', value: 99.0, unit: 'KB' },
    { name: 'everything', bench: '/ everything', value: 149.9, unit: 'KB' },
    { name: 'dashboard', bench: '/dashboard CPU of the application per request', value: 3, unit: 'ms' },
    { name: 'shift', bench: '/ layout shift', value: 0, unit: 'x' },
  ],
}
