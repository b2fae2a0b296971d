/** What a lockfile says of a package, or of the project itself at ''. */
export type Locked = Partial<
  Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>
> & {
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export function neededOf(all: Record<string, Locked>): Record<string, Locked>
