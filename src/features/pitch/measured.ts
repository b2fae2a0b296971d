/** A figure of the home page. KB are 1000 bytes. */
type Figure = {
  name: 'firstVisit' | 'everything' | 'dashboard' | 'shift'
  value: number
  unit: 'KB' | 'ms' | 'x'
}

/** Written when the starter's benchmarks are published. */
export const measured: { on: string; cores: number; figures: readonly Figure[] } = {
  on: '2026-11-26',
  cores: 2,
  figures: [
    { name: 'firstVisit', value: 108.5, unit: 'KB' },
    { name: 'everything', value: 182.7, unit: 'KB' },
    { name: 'dashboard', value: 4.6, unit: 'ms' },
    { name: 'shift', value: 0, unit: 'x' },
  ],
}
