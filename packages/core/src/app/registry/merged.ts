/** Returns the features. Throws if two have the same name. */
export function uniquelyNamed<Feature extends { readonly name: string }>(
  features: readonly Feature[],
): readonly Feature[] {
  const twice = features.find(({ name }, at) => features.findIndex((other) => other.name === name) !== at)
  if (twice) throw new Error(`Two features are named ${twice.name}`)
  return features
}

/** The members of a union in one type. */
export type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type NamedEntries<Entry> = { name: string; entries: Readonly<Record<string, Entry>> | undefined }

/** Merges what features bring by name. Throws an error that names the features if two bring the same name. */
export function merged<Entry>(what: string, parts: readonly NamedEntries<Entry>[]): Record<string, Entry> {
  const owners = new Map<string, string>()
  const all: Record<string, Entry> = {}
  for (const { name: feature, entries = {} } of parts)
    for (const [name, entry] of Object.entries(entries)) {
      const owner = owners.get(name)
      if (owner !== undefined)
        throw new Error(`The features ${owner} and ${feature} both bring ${what} ${name}`)
      owners.set(name, feature)
      all[name] = entry
    }
  return all
}

/** Returns the entries by key, for `merged`. Throws an error that names the key if two have the same. */
export function keyed<Entry>(
  entries: readonly Entry[] = [],
  key: (entry: Entry) => string,
): Record<string, Entry> {
  const all: Record<string, Entry> = {}
  for (const entry of entries) {
    const name = key(entry)
    if (Object.hasOwn(all, name)) throw new Error(`A feature brings ${name} twice`)
    all[name] = entry
  }
  return all
}
