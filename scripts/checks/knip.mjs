// Runs knip with the compiler it knows: version 5 is written against the interface of TypeScript 5, the
// project compiles with 7.
import { registerHooks } from 'node:module'

const compiler = new URL('typescript-5.mjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: compiler, shortCircuit: true } : next(specifier, context),
})
await import('knip/bin/knip.js')
