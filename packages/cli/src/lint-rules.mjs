// The project's own lint rules. oxlint loads them as `house/...`, see .oxlintrc.json. Plain JavaScript: an
// editor runs oxlint under the machine's own Node, which may not support types.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isTestFile } from './test-files.mjs'

/** @typedef {{ type: string, parent?: Node, [key: string]: unknown }} Node */
/** @typedef {{ filename: string, report(found: { node: Node, message: string }): void }} Context */
/** @typedef {{ create(context: Context): Record<string, (node: Node) => void> }} Rule */

/**
 * `sql.raw(x)` and `sql.identifier(x)` insert text into a statement verbatim or as a name, so they accept
 * only literals.
 * @type {Rule}
 */
const noRawSql = {
  create: (context) => ({
    CallExpression(node) {
      const callee = dottedName(node.callee)
      if (callee !== 'sql.raw' && callee !== 'sql.identifier') return
      const [argument] = node.arguments
      if (!argument || isLiteral(argument)) return
      context.report({
        node,
        message: `${callee}() takes a literal only. A value goes in as sql\`\${value}\`; a chosen column comes from a map.`,
      })
    },
  }),
}

/**
 * Inside a transaction, a statement on the pool runs on another connection: it survives a rollback and can
 * wait forever.
 * @type {Rule}
 */
const transactionOnly = {
  create(context) {
    const open = []
    function check(node) {
      const name = dottedName(node)
      const inside = open.find(({ call, database }) => database === name && node !== call.callee.object)
      if (inside)
        context.report({
          node,
          message: `Inside ${inside.database}.transaction() ask what it hands over, not ${inside.database}.`,
        })
    }
    return {
      CallExpression(node) {
        const database = /^(.+)\.transaction$/.exec(dottedName(node.callee) ?? '')?.[1]
        if (database) open.push({ call: node, database })
      },
      'CallExpression:exit'(node) {
        if (open.at(-1)?.call === node) open.pop()
      },
      MemberExpression: (node) => (open.length > 0 ? check(node) : undefined),
      Identifier: (node) => (open.length > 0 && isReference(node) ? check(node) : undefined),
    }
  },
}

/**
 * After a comparison with the weakest role, a weaker role added later would get the rights above it.
 * @type {Rule}
 */
const leastRole = {
  create: (context) => ({
    BinaryExpression(node) {
      const isComparison = ['===', '!==', '==', '!='].includes(String(node.operator))
      if (!isComparison || ![node.left, node.right].some((side) => side.value === 'member')) return
      context.report({ node, message: "Ask for the least role that may: isAtLeast(role, 'admin')." })
    },
  }),
}

/** The modules of packages/core. Each may import those before it. Their purposes: docs/architecture.md. */
export const coreOrder = [
  'brand',
  'i18n',
  'tracing',
  'log',
  'workers',
  'http',
  'ai',
  'env',
  'redis',
  'db',
  'identity',
  'access',
  'audit',
  'limits',
  'realtime',
  'jobs',
  'markdown',
  'email',
  'storage',
  'backup',
  'auth',
  'trpc',
  'references',
  'attachments',
  'rows',
  'feature',
]

const everything = [
  'entry',
  'routes',
  'shell',
  'pages',
  'app',
  'feature',
  'brand',
  'pure interface',
  'interface',
  'app interface',
  'core app',
  'core',
  'components',
  'lib',
  'own',
  'core lib',
  'package index',
]

/** Entries of core: for whatever puts the application together, for features, and of pure functions. */
const coreInterfaces = ['app interface', 'interface', 'pure interface']
const pure = /\/(page|schema|format|markdown)\.ts$/

/**
 * What each part of the project may import besides itself. `x index`: only through its index file. A feature
 * may also import the index files of the features that it needs, their access rules and their tables.
 */
const mayImport = {
  entry: ['routes', 'shell', 'app', 'brand', 'mark', ...coreInterfaces, 'components', 'lib', 'own'],
  routes: ['shell', 'pages', 'feature index', ...coreInterfaces, 'components', 'lib', 'own'],
  pages: ['feature index', 'brand', ...coreInterfaces, 'components', 'lib', 'own'],
  shell: ['app', 'feature index', 'brand', ...coreInterfaces, 'components', 'lib', 'styles', 'own'],
  app: ['shell', 'feature index', 'brand', ...coreInterfaces, 'own'],
  feature: ['brand', 'mark', 'interface', 'pure interface', 'components', 'lib', 'own'],
  brand: ['pure interface', 'interface'],
  'pure interface': ['core', 'core lib'],
  interface: ['core app', 'core', 'core lib'],
  'app interface': ['core app', 'core', 'core lib'],
  'core app': ['core', 'core lib', 'package index'],
  core: ['core lib'],
  components: ['mark', 'lib', 'pure interface', 'own'],
  lib: ['pure interface', 'own'],
  // Folders that a product adds to src.
  own: ['own', 'shell', 'app', 'feature index', 'brand', ...coreInterfaces, 'components', 'lib', 'styles'],
  'core lib': [],
  styles: [],
  mark: [],
  package: [],
  tests: everything,
  workshop: [...everything, 'tests'],
}

/**
 * Enforces the direction of imports, types included, between the parts of the project and by the order of
 * core. Values of server files may be imported only by code that runs on the server.
 * @type {Rule}
 */
const imports = {
  create(context) {
    const file = projectPath(context.filename)
    if (!isCovered(file)) return {}
    const from = partOf(file)
    if (!from) return {}
    function check(node) {
      const target = importedFile(file, node)
      if (target === undefined || !isCovered(target)) return
      const message = refusal({ file, from, target, isType: isTypeImport(node) })
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/**
 * Every file of src, packages, tests, e2e and workshop belongs to a part. For the starter only.
 * @type {Rule}
 */
const parts = {
  create(context) {
    const file = projectPath(context.filename)
    if (!isCovered(file) || ![undefined, 'own'].includes(partOf(file)?.kind)) return {}
    const message = 'This file belongs to no part of the project (docs/architecture.md).'
    return { Program: (node) => context.report({ node, message }) }
  },
}

const isCovered = (file) =>
  /^(src|packages\/(?!create-plinth\/|cli\/)[^/]+\/(src|test)|tests|e2e|workshop)\//.test(file)
const isServerOnly = (file) => /\.server\.tsx?$/.test(file)
const mayUseServer = (file) =>
  isServerOnly(file) ||
  isTestFile(file) ||
  !/^(src|packages\/core)\//.test(file) ||
  // A route file without an element is one of the server.
  /\.functions\.ts$|^src\/server\.ts$|^src\/routes\/.+\.ts$/.test(file)

/** Returns why this import is not allowed; undefined if it is. */
function refusal({ file, from, target, isType }) {
  const to = partOf(target)
  const isOwn = from.kind === to?.kind && from.name === to.name
  const isLayered = mayImport[from.kind].some(
    (kind) => kind === to?.kind || (to?.isIndex && kind === `${to.kind} index`),
  )
  // Tests of a feature may look at the composed application.
  const isForTests =
    isTestFile(file) &&
    (['tests', 'app', 'shell', 'core app', 'core', 'core lib', 'app interface'].includes(to?.kind) ||
      (to?.kind === 'package' && to.isIndex))
  // The types of translations are built from locale files.
  const isText =
    /^(packages\/core\/src\/i18n\/core-texts|src\/shell\/slots\/translations\.d)\.ts$/.test(file) &&
    target.endsWith('.json')
  const isNeeded =
    from.kind === 'feature' && (to?.isIndex || to?.isShared) && needsOf(from.name).includes(to.name)
  if (isNeeded && isNeededBy(from.name, to.name))
    return `feature ${to.name} needs feature ${from.name}: features may not need each other in a circle.`
  if (!isOwn && !isLayered && !isForTests && !isText && !isNeeded)
    return `${partName(from)} may not import ${to ? partName(to) : target}: docs/architecture.md, "Layout".`
  if (isTestFile(target) && !isTestFile(file) && !['tests', 'workshop'].includes(from.kind))
    return 'Production code may not import tests.'
  if (!isType && isServerOnly(target) && !mayUseServer(file))
    return 'Only *.server, *.functions, routes/api and tests may import values from *.server files.'
  if (
    from.module &&
    to?.module &&
    !isText &&
    !isTestFile(file) &&
    coreOrder.indexOf(to.module) > coreOrder.indexOf(from.module)
  )
    return `core/${from.module} comes before core/${to.module} in the order of core.`
  return undefined
}

/** The file of what a package exports under this name. */
export function packageFile(name, entry) {
  const [, file] = /^internal\/(.+)/.exec(entry) ?? []
  if (file !== undefined || path.extname(entry) !== '') return `packages/${name}/src/${file ?? entry}`
  return `packages/${name}/src/entries/${entry.replace(/^server$/, 'server/server').replace(/\/server$/, '.server')}.ts`
}

/** The features that a feature says it needs. */
const needsOf = (name) =>
  (needs[name] ??= [
    ...(/\bneeds: \[([^\]]*)\]/.exec(readFeature(name))?.[1] ?? '').matchAll(/'([^']+)'/g),
  ].map(([, needed]) => needed))

/** @type {Record<string, string[]>} */
const needs = {}

function readFeature(name) {
  try {
    return readFileSync(path.join(root, `src/features/${name}/feature.server.ts`), 'utf8')
  } catch {
    return ''
  }
}

/** Whether `name` is among what `other` needs, however far away. */
const isNeededBy = (name, other, seen = new Set()) =>
  needsOf(other).some(
    (needed) => needed === name || (!seen.has(needed) && isNeededBy(name, needed, seen.add(needed))),
  )

const partName = ({ kind, name, module }) => (name ? `${kind} ${name}` : module ? `${kind}/${module}` : kind)

function partOf(file) {
  const [, first = '', second = '', rest = ''] = /^[^/]+\/([^/]+)(?:\/([^/]+)\/(.+))?/.exec(file) ?? []
  if (/^(tests|e2e|packages\/(testing|(core|cli)\/test))\//.test(file)) return { kind: 'tests' }
  if (file.startsWith('workshop/')) return { kind: 'workshop' }
  if (file.startsWith('packages/core/src/entries/'))
    return {
      kind: /\/app(\.server)?\.ts$/.test(file)
        ? 'app interface'
        : pure.test(file)
          ? 'pure interface'
          : 'interface',
    }
  if (file.startsWith('packages/core/src/lib/')) return { kind: 'core lib' }
  if (file.startsWith('packages/core/src/app/')) return { kind: 'core app' }
  const [, module] = /^packages\/core\/src\/([a-z0-9-]+)/.exec(file) ?? []
  if (module !== undefined) return coreOrder.includes(module) ? { kind: 'core', module } : undefined
  if (file.startsWith('packages/'))
    return /^(src|test)$/.test(second)
      ? { kind: 'package', name: first, isIndex: `${second}/${rest}` === 'src/index.ts' }
      : undefined
  if (/^(router\.tsx|start\.ts|server\.ts|routeTree\.gen\.ts)$/.test(first)) return { kind: 'entry' }
  if (first === 'features' && second)
    return {
      kind: 'feature',
      name: second,
      isIndex: /^(index|feature)(\.server)?\.ts$|^[a-z-]+\.home\.tsx?$/.test(rest),
      isShared: /^[a-z-]+\.access\.ts$|^server\/[a-z-]+\.table\.server\.ts$/.test(rest),
    }
  if (/^src\/(brand|languages|roles(\.server)?)\.ts$/.test(file)) return { kind: 'brand' }
  if (file.startsWith('src/mark.svg')) return { kind: 'mark' }
  if (/^src\/(app(\.server)?|install\.server|register\.d)\.ts$/.test(file)) return { kind: 'app' }
  if (!file.startsWith('src/')) return undefined
  return { kind: /^src\/(routes|pages|shell|components|lib|styles)\//.test(file) ? first : 'own' }
}

/** Returns the project path of an import; resolves relative, `#/` and package imports. */
function importedFile(file, node) {
  const source = (node.source ?? node.argument)?.value
  if (typeof source !== 'string') return undefined
  if (source.startsWith('#/')) return `${/^packages\/[^/]+\//.exec(file)?.[0] ?? ''}src/${source.slice(2)}`
  const [, name, entry = 'index.ts'] = /^@plinth\/([^/]+)(?:\/(.+))?$/.exec(source) ?? []
  if (name !== undefined) return packageFile(name, entry)
  return /^\.\.?\//.test(source) ? path.posix.join(path.posix.dirname(file), source) : undefined
}

const isTypeImport = (node) =>
  node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType'

const root = process.cwd()
const projectPath = (file) => path.relative(root, file).replaceAll('\\', '/')

export default {
  meta: { name: 'house' },
  rules: {
    'no-raw-sql': noRawSql,
    'transaction-only': transactionOnly,
    'least-role': leastRole,
    imports,
    parts,
  },
}

/**
 * Returns `ctx.db.select` for that expression; undefined for anything but a chain of plain names.
 * @param {Node} node
 * @returns {string | undefined}
 */
function dottedName(node) {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const object = dottedName(node.object)
  return object === undefined ? undefined : `${object}.${String(node.property.name)}`
}

/**
 * Returns false for a property name and for the key of an object.
 * @param {Node} node
 */
function isReference(node) {
  const { parent } = node
  if (parent?.type === 'MemberExpression') return parent.object === node
  return !(parent?.type === 'Property' && parent.key === node && parent.value !== node)
}

function isLiteral(node) {
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0)
}
