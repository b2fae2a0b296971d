import { createFileRoute } from '@tanstack/react-router'
import { installed } from '@plinth/core/feature/server'

const handle = async () => {
  const { answerMcpMetadata } = await import('#/features/api/index.server.ts')
  return answerMcpMetadata(installed())
}

export const Route = createFileRoute('/.well-known/oauth-protected-resource/api/mcp')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { GET: handle } },
})
