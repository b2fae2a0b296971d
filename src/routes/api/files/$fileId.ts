import { createFileRoute } from '@tanstack/react-router'
import { serverFeatures } from '@plinth/core/app/registry/installed.server.ts'
import { getServices } from '@plinth/core/app/server/services.server.ts'
import { serveFile } from '@plinth/core/storage/serve-file.server.ts'

const purposes = () => serverFeatures().flatMap(({ publicFiles = [] }) => publicFiles)

const handle = async ({ params }: { params: { fileId: string } }) =>
  serveFile(await getServices(), params.fileId, purposes())

export const Route = createFileRoute('/api/files/$fileId')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle } },
})
