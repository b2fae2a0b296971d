export function changedFiles(ref: string): string[]
export function reachedTests(files: string[]): {
  http: string[]
  journeys: string[]
  slices: string[] | undefined
  isShared: boolean
}
