/** The namespace of a locale file: the name of the folder that holds `locales`. */
export function namespaceOf(file: string): string {
  // regex-reviewed: a path in this repository
  return /([a-z][^/]*)\/locales\/[a-z]{2}\.json$/.exec(file)?.[1] ?? 'app'
}
