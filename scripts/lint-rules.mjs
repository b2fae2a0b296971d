// Lint rules of this project that no plugin brings. oxlint loads them as `plinth/...`, see .oxlintrc.json.
// Plain JavaScript: an editor runs oxlint under the machine's own Node, which may not know types.

/** @typedef {{ type: string, parent?: Node, [key: string]: unknown }} Node */
/** @typedef {{ filename: string, report(found: { node: Node, message: string }): void }} Context */
/** @typedef {{ create(context: Context): Record<string, (node: Node) => void> }} Rule */

/**
 * `sql.raw(x)` and `sql.identifier(x)` put text into a statement as it is, or as a name: only a literal may
 * stand there.
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
 * A statement on the pool inside a transaction runs on another connection: it survives a rollback and can
 * wait for ever.
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
 * Comparing with the weakest role gives everything beyond it to a weaker one that is added later.
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

/** The modules of src/core: each may import those above it. What they are for: docs/architecture.md. */
export const coreOrder = [
  'tracing',
  'log',
  'i18n',
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
  'email',
  'storage',
  'auth',
  'trpc',
]

/**
 * A module of core imports only those above it, types included, so that none is understood by reading another
 * that needs it. Tests may import any.
 * @type {Rule}
 */
const coreOrderRule = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/')
    const own = coreModuleOf(file)
    if (own === undefined || /\.test\.tsx?$/.test(file)) return {}
    function check(node) {
      const source = (node.source ?? node.argument)?.value
      if (typeof source !== 'string' || !/^(#|\.\.?)\//.test(source)) return
      const imported = coreModuleOf(
        source.startsWith('#/') ? `/src/${source.slice(2)}` : new URL(source, `file://${file}`).pathname,
      )
      if (imported === undefined || coreOrder.indexOf(imported) <= coreOrder.indexOf(own)) return
      context.report({ node, message: `core/${own} comes before core/${imported} in the order of core.` })
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

export default {
  meta: { name: 'plinth' },
  rules: {
    'no-raw-sql': noRawSql,
    'transaction-only': transactionOnly,
    'least-role': leastRole,
    'core-order': coreOrderRule,
  },
}

/**
 * `ctx.db.select` for that expression; undefined for everything that is not a chain of plain names.
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
 * Not the name behind a dot, nor the key of an object.
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

function coreModuleOf(file) {
  return /\/src\/core\/([^/]+)\//.exec(file)?.[1]
}
