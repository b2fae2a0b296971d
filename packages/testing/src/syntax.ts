import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { projectRoot } from './programs/project-copy.ts'

export type SyntaxNode = { type: string; [key: string]: unknown }

/** The syntax tree of a source file as ESTree nodes. Throws when it does not parse. */
export function parseFile(file: string): SyntaxNode {
  const { program, errors } = parseSync(file, readFileSync(path.join(projectRoot, file), 'utf8'))
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return program as unknown as SyntaxNode
}

/** Yields a node and all nodes below it. */
export function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  yield value as SyntaxNode
  for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesOf(child)
}

/** The packages and files a file imports values from; type imports are left out. */
export function importedValues(program: SyntaxNode): string[] {
  return (program.body as SyntaxNode[])
    .filter((node) => node.type === 'ImportDeclaration' && node.importKind !== 'type')
    .map((node) => String((node.source as SyntaxNode).value))
}

type ExportedValue = { name: string; value: SyntaxNode | undefined }

/**
 * The exports of a file: constants with their value, other exports with their name only. Types are left out.
 */
export function exportedValues(program: SyntaxNode): ExportedValue[] {
  return (program.body as SyntaxNode[]).flatMap((node): ExportedValue[] => {
    if (!node.type.startsWith('Export') || node.exportKind === 'type') return []
    const declaration = node.declaration as SyntaxNode | null | undefined
    if (declaration?.type !== 'VariableDeclaration')
      return [{ name: declaration ? nameOf(declaration.id) : node.type, value: undefined }]
    return (declaration.declarations as SyntaxNode[]).map(({ id, init }) => ({
      name: nameOf(id),
      value: init as SyntaxNode,
    }))
  })
}

/** The function at the start of `create(...)(...).with(...)`. */
export function firstCalled(node: SyntaxNode): string {
  if (node.type === 'CallExpression') return firstCalled(node.callee as SyntaxNode)
  if (node.type === 'MemberExpression') return firstCalled(node.object as SyntaxNode)
  return nameOf(node)
}

function nameOf(node: unknown): string {
  return typeof node === 'object' && node !== null && 'name' in node ? String(node.name) : ''
}
