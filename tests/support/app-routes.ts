import { routeTree } from '#/routeTree.gen.ts'
import { routesOf } from './entry-points.ts'

/** Every route of the application, for tests of features, which may not import the tree. */
export const appRoutes = routesOf(routeTree)
