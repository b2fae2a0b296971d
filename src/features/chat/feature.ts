import { MessagesSquare } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { chatsAccess } from './chat.access.ts'

export const chatFeature = defineFeature({
  name: 'chat',
  access: [chatsAccess],
  navigation: [
    {
      group: 'workspace',
      order: 40,
      to: '/dashboard/chat',
      label: 'chat:shell.nav',
      Icon: MessagesSquare,
      letter: 'c',
    },
  ],
})
