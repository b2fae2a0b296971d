import { existsSync } from 'node:fs'

/** Whether an installed feature has documents that an answer may cite, and brings the page for it. */
export const hasSources = existsSync('src/routes/dashboard/chat/rag.tsx')
