// The usual 60 is for long rankings of many systems; with two short ones the first places should count for
// more.
const RANK_SHARE = 20

/**
 * Reciprocal rank fusion: each thing by the places it has in the rankings, best first. Score 1 is the first
 * place in all of them.
 */
export function fuseRanks(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + (RANK_SHARE + 1) / (RANK_SHARE + 1 + place) / rankings.length)
  }
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score)
}
