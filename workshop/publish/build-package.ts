import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { isTestFile } from '@plinth/cli/test-files.mjs'
import { publishedManifest, type Manifest } from './published-manifest.ts'

/** The packages of this repository that are published, by their folders. */
export const packagesOf = (root: string): string[] =>
  globSync('packages/*/src', { cwd: root })
    .map((folder) => path.basename(path.dirname(folder)))
    .toSorted()

/**
 * Builds a package of ours, such as `core`, into a folder that is ready to be packed: JavaScript,
 * declarations and source maps with the structure of its sources, what else is among them, and what its
 * `package.json` becomes. Throws an Error with what the compiler says.
 */
export function buildPackage(root: string, name: string, to: string): Manifest {
  const folder = path.join(root, 'packages', name)
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const manifest = publishedManifest(read(path.join(folder, 'package.json')), {
    product: read(path.join(root, 'package.json')),
    imported: importedBy(path.join(folder, 'src')),
  })
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const file of globSync('*.md', { cwd: folder }))
    copyFileSync(path.join(folder, file), path.join(to, file))
  copyFileSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'))
  for (const file of globSync('data/*.sql', { cwd: folder })) {
    mkdirSync(path.join(to, 'data'), { recursive: true })
    copyFileSync(path.join(folder, file), path.join(to, file))
  }
  compile(root, folder, path.join(to, 'dist'))
  copyOthers(path.join(folder, 'src'), path.join(to, 'dist'))
  // For debuggers, and for `plinth eject`.
  const sources = path.join(folder, 'src')
  cpSync(sources, path.join(to, 'src'), {
    recursive: true,
    filter: (file) => !isTestFile(path.relative(sources, file)),
  })
  return manifest
}

/** The packages that these sources import, tests apart. */
function importedBy(sources: string): string[] {
  const names = globSync('**/*.{ts,tsx,mjs}', { cwd: sources })
    .filter((file) => !isTestFile(file))
    .flatMap((file) => [
      ...readFileSync(path.join(sources, file), 'utf8').matchAll(
        /(?:\bfrom |^import |\bimport\()'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/gm,
      ),
    ])
    .flatMap(([, name = '']) => (isBuiltin(name) ? [] : [name]))
  return [...new Set(names)].toSorted()
}

function compile(root: string, folder: string, to: string): void {
  // The compiler takes no files beside a configuration, so it gets one of its own.
  const scratch = path.join(root, '.cache/publish')
  const project = path.join(scratch, `${path.basename(folder)}.json`)
  const from = (file: string) => path.relative(scratch, path.join(root, file))
  const sources = from(path.relative(root, path.join(folder, 'src')))
  mkdirSync(scratch, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: from('tsconfig.json'),
      compilerOptions: {
        // The whole repository is checked elsewhere: types of core ask for texts and routes of the product.
        ...{ noEmit: false, noCheck: true, declaration: true, sourceMap: true },
        ...{ rewriteRelativeImportExtensions: true, rootDir: sources, outDir: to },
      },
      include: [sources],
      exclude: ['ts', 'tsx'].map((ending) => `${sources}/**/*.test.${ending}`),
    }),
  )
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${folder} is not built:\n${stdout}`)
  for (const file of globSync('**/*.{js,d.ts,map}', { cwd: to })) {
    const place = path.join(to, file)
    const text = readFileSync(place, 'utf8')
    const isMap = file.endsWith('.map')
    writeFileSync(
      place,
      isMap ? nearSources(text, file) : withBuiltNames(text, file, path.join(folder, 'src')),
    )
  }
}

/**
 * Names what is built where the sources name each other: from where a file is, with the ending that it has
 * then. Not every tool knows `#/`; what is none of the sources is in a text for a project.
 */
const withBuiltNames = (text: string, file: string, sources: string): string =>
  text.replaceAll(
    /(?<=\b(?:from|import|module) ?\(?['"])(#|\.{1,2})\/[^'"]+(?=['"])/g,
    (name, start: string) => {
      const built = name.replace(/(?<!\.d)\.tsx?$/, '.js')
      if (start !== '#') return built
      if (!existsSync(path.join(sources, name.slice(2)))) return name
      const near = path.posix.relative(path.posix.dirname(file), built.slice(2))
      return near.startsWith('.') ? near : `./${near}`
    },
  )

/** A map names its source from where it is, which may be anywhere on this machine. */
function nearSources(text: string, file: string): string {
  const map = JSON.parse(text) as { sources: string[] }
  const folder = path.posix.relative(path.posix.dirname(`dist/${file}`), path.posix.dirname(`src/${file}`))
  return JSON.stringify({
    ...map,
    sources: map.sources.map((one) => `${folder}/${path.posix.basename(one)}`),
  })
}

/** Texts, templates and whatever else is not compiled, plain JavaScript too. */
function copyOthers(sources: string, to: string): void {
  for (const entry of globSync('**/*', { cwd: sources, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name)
    const file = path.relative(sources, place)
    if (!entry.isFile() || (/\.tsx?$/.test(file) && !file.endsWith('.d.ts')) || isTestFile(file)) continue
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    const copy = path.join(to, file)
    if (/\.m[jt]s$/.test(file))
      writeFileSync(copy, withBuiltNames(readFileSync(place, 'utf8'), file, sources))
    else copyFileSync(place, copy)
  }
}
