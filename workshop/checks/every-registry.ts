// Loads everything that puts features together. Each throws where two features bring the same.
import { installedAccess } from '@plinth/core/internal/app/registry/features.server.ts'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { mails } from '@plinth/core/internal/app/registry/mails.server.ts'
import { makeAppRouter } from '@plinth/core/internal/app/registry/router.server.ts'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import '@plinth/cli/installed.ts'

for (const merge of [installedAccess, mails, settingNames]) merge()
await authRegistry()
await makeAppRouter()
import.meta.glob(['/src/shell/slots/**/*.ts', '!**/*.{test,d}.ts'], { eager: true })
