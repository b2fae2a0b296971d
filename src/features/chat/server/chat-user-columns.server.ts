import { plain, type UserColumn } from '@plinth/core/auth/user-columns.server.ts'
import { chatApprovals, chatUsage } from './chat.table.server.ts'

export const chatUserColumns: readonly UserColumn[] = plain(chatApprovals.userId, chatUsage.userId)
