import { createFileRoute } from '@tanstack/react-router'
import { PublicHeader } from '#/app/shell/public-layout.tsx'
import { HomePage, loadShowcase, SiteActions, SiteNavigation } from '#/features/home/index.ts'

export const Route = createFileRoute('/_public/')({
  loader: async ({ context: { i18n } }) => {
    await Promise.all([i18n.load(['home']), loadShowcase(i18n)])
  },
  component: Page,
  staticData: { access: 'public', layout: 'own' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return (
    <>
      <div className="sticky top-0 z-20 bg-background/88 backdrop-blur-md">
        <PublicHeader
          className="mx-auto max-w-[1168px] sm:px-6"
          navigation={<SiteNavigation />}
          actions={<SiteActions />}
        />
      </div>
      <main id="main" className="flex flex-1 flex-col">
        <HomePage signedIn={viewer !== null} />
      </main>
    </>
  )
}
