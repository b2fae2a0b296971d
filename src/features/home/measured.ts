/** A figure of `npm run bench`, with its name there. KB are 1000 bytes. */
type Figure = {
  name: 'firstVisit' | 'everything' | 'dashboard' | 'shift'
  bench: string
  value: number
  unit: 'KB' | 'ms' | 'x'
}

/**
 * The home page's figures. Measured, not estimated: after `npm run bench` put its numbers and date here and
 * into README.md.
 */
export const measured: { on: string; cores: number; figures: readonly Figure[] } = {
  on: '2026-11-22',
  cores: 2,
  figures: [
    { name: 'firstVisit', bench: '/ JavaScript', value: 100.5, unit: 'KB' },
    { name: 'everything', bench: '/ everything', value: 152.3, unit: 'KB' },
    { name: 'dashboard', bench: '/dashboard CPU of the application per request', value: 3, unit: 'ms' },
    { name: 'shift', bench: '/ layout shift', value: 0, unit: 'x' },
  ],
}
