// Putting an application together: for `src/shell` and routes, not for features.
export { type Access, accessRules } from '#/app/registry/access.ts'
export { namespaceOf } from '#/app/registry/locale-path.ts'
export { keyed, merged, uniquelyNamed } from '#/app/registry/merged.ts'
export { type NamedPart, named } from '#/app/registry/named.ts'
export { routeMatching } from '#/app/server/route-matching.ts'
export { provideBrand } from '#/brand.ts'
export * from '#/lib/register.ts'
