import { makeAppRouter } from '@plinth/core/app/server'
import { type ProcedureMeta, scopeOf } from '@plinth/core/verb/server'

const appRouter = await makeAppRouter()

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; inputs: unknown[]; meta?: ProcedureMeta } }
  >,
)
/** The tools of all installed features, as procedures. */
export const tools = procedures.flatMap(([name, { _def }]) => {
  const { api, rule } = _def.meta ?? {}
  if (!api || !rule || !(api.mcp ?? !api.rest.startsWith('DELETE'))) return []
  return [
    {
      name,
      rule,
      isQuery: _def.type === 'query',
      hasInput: _def.inputs.length > 0,
      scope: scopeOf(name, _def.type),
    },
  ]
})

export const toolNameOf = (procedure: string): string => procedure.replaceAll('.', '_')
