/** Returns what `act` does with the browser's storage; undefined if that is blocked, full or damaged. */
export function withStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
