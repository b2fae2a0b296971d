import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { generateRouteTree } from '../feature/edit-project.ts'

/** Writes src/routeTree.gen.ts if the route files are others than those that it names. Returns whether. */
export async function renewRouteTree(root: string): Promise<boolean> {
  const tree = readFileSync(path.join(root, 'src/routeTree.gen.ts'), 'utf8')
  const named = [...tree.matchAll(/ from '\.\/routes\/([^']+)'/g)].map(([, name = '']) => name)
  const there = globSync('**/*.{ts,tsx}', { cwd: path.join(root, 'src/routes') })
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.tsx?$/, ''))
  if (named.toSorted().join() === there.toSorted().join()) return false
  await generateRouteTree(root)
  return true
}
