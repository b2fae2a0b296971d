import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { packagesOf } from '../publish/build-package.ts'
import { packAll } from '../publish/pack-all.ts'
import { publishedManifest } from '../publish/published-manifest.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-publish-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a package has what is built of its sources and nothing of this machine', () => {
  const folder = emptyFolder()
  const packed = packAll(projectRoot, folder)
  expect(packed.map(({ manifest }) => manifest.name)).toEqual(
    packagesOf(projectRoot).map((name) => `@plinth/${name}`),
  )
  for (const { file, manifest } of packed) {
    expect(manifest).not.toHaveProperty('private')
    const unpacked = path.join(folder, file.replace('.tgz', ''))
    spawnSync('sh', ['-c', `mkdir ${unpacked} && tar -xzf ${path.join(folder, file)} -C ${unpacked}`])
    const files = globSync('**/*.*', { cwd: path.join(unpacked, 'package') }).toSorted()
    expect(files.filter((name) => !/^(dist|src|data)\/|\.md$/.test(name))).toEqual(['package.json'])
    expect(globSync('LICENSE', { cwd: path.join(unpacked, 'package') })).toEqual(['LICENSE'])
    expect(files.filter((name) => /\.(test|spec)\.[jt]sx?$|^dist.*(?<!\.d)\.tsx?$/.test(name))).toEqual([])
    const texts = files.map((name) => readFileSync(path.join(unpacked, 'package', name), 'utf8'))
    const hashed = /^(?:import|export) [^'"`]*['"]#\//m
    expect(
      files.filter((name, at) => /^dist.*\.(js|ts)$/.test(name) && hashed.test(texts[at] ?? '')),
    ).toEqual([])
    const traces = [projectRoot, tmpdir(), 'BEGIN PRIVATE KEY', ...secretsOf(process.env)]
    for (const trace of traces)
      expect(files.filter((_, at) => texts[at]?.includes(JSON.stringify(trace).slice(1, -1)))).toEqual([])
    const missing = targetsOf(manifest).filter(
      (target) => globSync(target, { cwd: path.join(unpacked, 'package') }).length === 0,
    )
    // Core has no style sheet or other file that a pattern for all kinds could lead to beside its texts.
    expect(missing.filter((target) => !target.endsWith('*'))).toEqual([])
  }
})

/** What a variable that names a secret holds, if it is long enough to be one. Not of our S3 server. */
const secretsOf = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /secret|token|password|key/i.test(name) &&
    value.length > 11 &&
    !Object.values(CREDENTIALS).includes(value)
      ? [value]
      : [],
  )

/** Every file or pattern that the maps of a package lead to. */
function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value.replace('*', '**/*')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targetsOf) : []
}

const product = {
  name: 'product',
  version: '1.0.0',
  dependencies: { '@plinth/box': '1.0.0', react: '19.3.1' },
  devDependencies: { vite: '8.3.8', redis: '6.3.1' },
}

test('what the project names, too, it has once; a package names all that it imports', () => {
  const box = {
    name: '@plinth/box',
    version: '1.0.0',
    dependencies: { react: '19.3.1', pino: '10.4.0' },
    devDependencies: { redis: '6.3.1', vite: '8.3.8', typescript: '7.0.2' },
    peerDependenciesMeta: { redis: { optional: true } },
  }
  const imported = ['pino', 'react', 'redis', 'vite']
  expect(publishedManifest(box, { product, imported })).toMatchObject({
    dependencies: { pino: '10.4.0' },
    peerDependencies: { react: '^19.3.1', redis: '^6.3.1', vite: '^8.3.8' },
    peerDependenciesMeta: { redis: { optional: true }, vite: { optional: true } },
    source: { dependencies: box.dependencies },
  })
  // What the project has for development alone asks for what it has for development.
  const { peerDependenciesMeta } = publishedManifest({ ...box, name: '@plinth/lid' }, { product, imported })
  expect(peerDependenciesMeta).toEqual({ redis: { optional: true } })
  expect(() => publishedManifest(box, { product, imported: [...imported, 'zod'] })).toThrow(
    '@plinth/box imports zod and does not name it',
  )
})

test('what names a source names what is built of it, under the same conditions', () => {
  const { exports, imports, bin, source } = publishedManifest(
    {
      name: '@plinth/box',
      version: '1.0.0',
      private: true,
      exports: {
        './package.json': './package.json',
        './lid': './src/entries/lid.tsx',
        './lid/server': { browser: null, default: './src/entries/lid.server.ts' },
        './*': './src/*',
      },
      imports: { '#/*': './src/*' },
      bin: { box: './src/box.ts' },
    },
    { product, imported: [] },
  )
  const built = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
  expect(exports).toEqual({
    './package.json': './package.json',
    './lid': built('entries/lid'),
    './lid/server': { ...built('entries/lid.server'), browser: null },
    './*.ts': built('*'),
    './*.tsx': built('*'),
    './*': './dist/*',
  })
  // The first condition that is met counts.
  expect(Object.keys((exports as Record<string, object>)['./lid/server'] ?? {})).toEqual([
    'types',
    'browser',
    'default',
  ])
  // Files of a package are named from each other; `plinth eject` brings the sources, which need it.
  expect(imports).toBe(undefined)
  expect(source).toMatchObject({ imports: { '#/*': './src/*' } })
  expect(bin).toEqual({ box: './dist/box.js' })
})
