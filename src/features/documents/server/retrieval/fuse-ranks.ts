// The usual 60 suits long rankings of many systems; with two short rankings, the top ranks should weigh more.
const RANK_SHARE = 20

/**
 * Reciprocal rank fusion: scores each id by its ranks in all rankings, best first. Score 1 means first in all
 * of them.
 */
export function fuseRanks(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + (RANK_SHARE + 1) / (RANK_SHARE + 1 + place) / rankings.length)
  }
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score)
}
