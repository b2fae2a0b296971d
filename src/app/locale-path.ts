/** The namespace of a locale file: the name of the folder that holds `locales`. */
export function namespaceOf(file: string): string {
  return /([a-z][^/]*)\/locales\/[a-z]{2}\.json$/.exec(file)?.[1] ?? 'app'
}
