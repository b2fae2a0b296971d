/**
 * The optimal string alignment distance: letters missing, added, wrong or swapped with the next one; `most`
 * + 1 if there are more errors than `most`. Computes only the band of the matrix that can hold fewer: `at` in
 * a row is the column `row + at - most`.
 */
export function errorsBetween(one: string, other: string, most: number): number {
  const tooMany = most + 1
  const width = 2 * most + 1
  let before: number[] = []
  let above = Array.from({ length: width }, (_, at) => (at < most ? tooMany : at - most))
  for (let row = 1; row <= one.length; row++) {
    const current: number[] = []
    let fewest = tooMany
    for (let at = 0; at < width; at++) {
      const column = row + at - most
      let errors = tooMany
      if (column === 0) errors = row
      else if (column > 0 && column <= other.length) {
        const isSame = one[row - 1] === other[column - 1]
        const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
        const replaced = (above[at] ?? tooMany) + (isSame ? 0 : 1)
        const swapped = isSwapped ? (before[at] ?? tooMany) + 1 : tooMany
        errors = Math.min((above[at + 1] ?? tooMany) + 1, (current[at - 1] ?? tooMany) + 1, replaced, swapped)
      }
      current.push(errors)
      if (errors < fewest) fewest = errors
    }
    if (fewest > most) return tooMany
    ;[before, above] = [above, current]
  }
  return Math.min(tooMany, above[other.length - one.length + most] ?? tooMany)
}
