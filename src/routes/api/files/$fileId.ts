import { createFileRoute } from '@tanstack/react-router'
import { getServices } from '@plinth/core/app/server'
import { serverFeatures } from '@plinth/core/feature/server'
import { serveFile } from '@plinth/core/files/server'

const purposes = () => serverFeatures().flatMap(({ publicFiles = [] }) => publicFiles)

const handle = async ({ params }: { params: { fileId: string } }) =>
  serveFile(await getServices(), params.fileId, purposes())

export const Route = createFileRoute('/api/files/$fileId')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle } },
})
