import { type UserColumn, plain } from '@plinth/core/auth/server'
import { chatApprovals, chatUsage } from './chat.table.server.ts'

export const chatUserColumns: readonly UserColumn[] = plain(chatApprovals.userId, chatUsage.userId)
