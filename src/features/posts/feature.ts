import { FileText } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { postsAccess } from './posts.access.ts'

export const postsFeature = defineFeature({
  name: 'posts',
  access: [postsAccess],
  navigation: [
    {
      group: 'workspace',
      order: 20,
      to: '/dashboard/posts',
      label: 'posts:shell.nav',
      Icon: FileText,
      letter: 'p',
    },
  ],
})
