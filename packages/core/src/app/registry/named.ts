/** What one feature brings in a file that was found by name, such as `account.home.ts`. */
export type NamedPart<Part> = { name: string; part: Part }

/**
 * Returns files that were found by name with the names of their features. For public pages, which don't load
 * the list of installed features: a folder counts as installed.
 */
export const named = <Part>(files: Record<string, Part>): readonly NamedPart<Part>[] =>
  Object.entries(files).map(([file, part]) => ({ name: file.split('/').at(-2) ?? '', part }))
