/** Returns the name closest to `written`; undefined if none is within `maxEdits` edits. */
export function closestName(written: string, names: readonly string[], maxEdits: number): string | undefined {
  const [closest] = names
    .map((name) => ({ name, edits: editsBetween(written, name) }))
    .filter(({ edits }) => edits <= maxEdits)
    .toSorted((one, other) => one.edits - other.edits)
  return closest?.name
}

/** Levenshtein distance: letters added, removed or changed. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [above, letter] of one.split('').entries()) {
    const next = [above + 1]
    for (const [at, wanted] of other.split('').entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === wanted ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
