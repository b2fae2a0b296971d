import { createFileRoute } from '@tanstack/react-router'
import { bannerNamespaces } from '#/app/shell/public-banners.tsx'
import { PublicLayout } from '#/app/shell/public-layout.tsx'

export const Route = createFileRoute('/_public')({
  // The layout of every first view: in the entry instead of two files of its own.
  codeSplitGroupings: [],
  beforeLoad: ({ context }) => context.i18n.load(bannerNamespaces(context.viewer)),
  component: PublicLayout,
  staticData: { access: 'public' },
})
