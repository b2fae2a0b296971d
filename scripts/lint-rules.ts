// Lint rules of this project that no plugin brings. oxlint loads them as `plinth/...`, see .oxlintrc.json.

type Node = { type: string; parent?: Node; [key: string]: unknown }
type Context = { report(found: { node: Node; message: string }): void }
type Rule = { create(context: Context): Record<string, (node: Node) => void> }

/** `sql.raw(x)` and `sql.identifier(x)` put text into a statement as it is, or as a name: only a literal may stand there. */
const noRawSql: Rule = {
  create: (context) => ({
    CallExpression(node) {
      const callee = dottedName(node.callee as Node)
      if (callee !== 'sql.raw' && callee !== 'sql.identifier') return
      const [argument] = node.arguments as Node[]
      if (!argument || isLiteral(argument)) return
      context.report({ node, message: `${callee}() takes a literal only. A value goes in as sql\`\${value}\`; a chosen column comes from a map.` })
    },
  }),
}

/** A statement on the pool inside a transaction runs on another connection: it survives a rollback and can wait for ever. */
const transactionOnly: Rule = {
  create(context) {
    const open: { call: Node; database: string }[] = []
    function check(node: Node): void {
      const name = dottedName(node)
      const inside = open.find(({ call, database }) => database === name && node !== ((call.callee as Node).object as Node))
      if (inside) context.report({ node, message: `Inside ${inside.database}.transaction() ask what it hands over, not ${inside.database}.` })
    }
    return {
      CallExpression(node) {
        const database = /^(.+)\.transaction$/.exec(dottedName(node.callee as Node) ?? '')?.[1]
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

export default { meta: { name: 'plinth' }, rules: { 'no-raw-sql': noRawSql, 'transaction-only': transactionOnly } }

/** `ctx.db.select` for that expression; undefined for everything that is not a chain of plain names. */
function dottedName(node: Node): string | undefined {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const object = dottedName(node.object as Node)
  return object === undefined ? undefined : `${object}.${String((node.property as Node).name)}`
}

/** Not the name behind a dot, nor the key of an object. */
function isReference(node: Node): boolean {
  const { parent } = node
  if (parent?.type === 'MemberExpression') return parent.object === node
  return !(parent?.type === 'Property' && parent.key === node && parent.value !== node)
}

function isLiteral(node: Node): boolean {
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && (node.expressions as Node[]).length === 0)
}
