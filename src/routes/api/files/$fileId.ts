import { createFileRoute } from '@tanstack/react-router'
import { getServices } from '#/app/server/services.server.ts'
import { serveFile } from '#/core/storage/serve-file.server.ts'
import { ORGANIZATION_LOGO } from '#/features/organizations/index.server.ts'
import { PROFILE_IMAGE } from '#/features/profile/index.server.ts'

const handle = async ({ params }: { params: { fileId: string } }) =>
  serveFile(await getServices(), params.fileId, [PROFILE_IMAGE, ORGANIZATION_LOGO])

export const Route = createFileRoute('/api/files/$fileId')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle } },
})
