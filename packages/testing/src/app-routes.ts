import { routesOf } from './entry-points.ts'

const trees = import.meta.glob<Parameters<typeof routesOf>[0]>('/src/routeTree.gen.ts', {
  eager: true,
  import: 'routeTree',
})

/** Every route of the application, for tests of features, which may not import the tree. */
export const appRoutes = Object.values(trees).flatMap((tree) => routesOf(tree))
