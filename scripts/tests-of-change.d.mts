export function changedFiles(ref: string): string[]
export function reachedTests(
  files: string[],
  root?: string,
): {
  http: string[]
  journeys: string[]
  features: string[] | undefined
  isShared: boolean
}
