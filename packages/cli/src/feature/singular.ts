const irregular: Record<string, string> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  criteria: 'criterion',
  indices: 'index',
  analyses: 'analysis',
  crises: 'crisis',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  theses: 'thesis',
  quizzes: 'quiz',
  caches: 'cache',
  lenses: 'lens',
  menus: 'menu',
}

// The first match decides.
const rules: [RegExp, string][] = [
  // Not a plural, or the same as the singular: series, news, status, analysis, address.
  [/^(series|species|news|means)$|(us|is|ss)$/, '$&'],
  // Movies and ties, but categories.
  [/^(.|mov|cook|calor|zomb|brown|self|rook|hood|prair)ies$/, '$1ie'],
  [/([^aeiou])ies$/, '$1y'],
  // Shelves and knives, but archives and sleeves.
  [/^(kni|wi|li|housewi|midwi)ves$/, '$1fe'],
  [/(l|lea|loa|thie|scar)ves$/, '$1f'],
  // Heroes, but shoes.
  [/(her|potat|tomat|ech|vet|carg|volcan|mang)oes$/, '$1o'],
  // Aliases, but databases.
  [/^(gas|bias|atlas|canvas|alias|iris)es$/, '$1'],
  // Statuses and buses, but houses, excuses and uses.
  [/^(abuse|excuse|fuse|muse|recluse|ruse|use)s$/, '$1'],
  [/([^aeo])uses$/, '$1us'],
  // Addresses, boxes, matches, dishes, but expenses.
  [/(ss|x|ch|sh|tz|zz)es$/, '$1'],
  [/s$/, ''],
]

/**
 * Returns the singular of an English plural in kebab-case, by its last word, or the word itself if it finds
 * none. Spelling alone is ambiguous (`axes` is the plural of axis or axe), so `new:feature` takes the
 * singular as an option.
 */
export function singularOf(plural: string): string {
  const start = plural.lastIndexOf('-') + 1
  const word = plural.slice(start)
  const rule = rules.find(([pattern]) => pattern.test(word))
  return plural.slice(0, start) + (irregular[word] ?? (rule ? word.replace(...rule) : word))
}
