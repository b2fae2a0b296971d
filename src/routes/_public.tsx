import { createFileRoute } from '@tanstack/react-router'
import { PublicLayout } from '#/shell/public-layout.tsx'

export const Route = createFileRoute('/_public')({
  // The layout of every first view: in the entry instead of two files of its own.
  codeSplitGroupings: [],
  component: PublicLayout,
  staticData: { access: 'public' },
})
