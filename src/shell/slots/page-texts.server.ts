import { type Loadable, type PageTexts, type TextsFile, sections } from '@plinth/core/texts'
import { chatTexts } from './chat.ts'
import { detailsNamespaces } from './details.ts'
import { homeNamespaces } from './home.ts'
import { layoutNamespaces } from './layout.ts'
import { organizationNamespaces } from './organization.ts'
import { settingsNamespaces } from './settings-sections.ts'
import { signInMethods } from './sign-in.ts'
import { catalogs } from './translations.server.ts'

const dashboard: readonly Loadable[] = ['*:shell', ...layoutNamespaces]
/** A page below the dashboard: without what that has. */
const inDashboard = (...names: readonly Loadable[]) => names.filter((name) => !dashboard.includes(name))

const pages: Record<PageTexts, readonly Loadable[]> = {
  'page:any': ['app', 'errors'],
  'page:signIn': ['sign-in', 'password-strength', ...signInMethods.map(({ namespace }) => namespace)],
  'page:dashboard': dashboard,
  'page:home': inDashboard('overview', '*:home', ...homeNamespaces),
  'page:settings': inDashboard(...settingsNamespaces),
  'page:administration': inDashboard(
    ...(['account', 'administration', 'calendar', 'security', '*:jobs', '*:mailNames'] as const),
    ...detailsNamespaces,
  ),
  'page:organization': inDashboard(...organizationNamespaces),
  'page:chat': ['ai', ...chatTexts],
}

/** Every file of translations that a page may load, with what it holds. */
export const textsFiles = new Map<TextsFile, readonly Loadable[]>([
  ...(Object.keys(catalogs.en) as (TextsFile & Loadable)[]).map((name) => [name, [name]] as const),
  ...sections.map((section) => [`*:${section}`, [`*:${section}`]] as const),
  ...(Object.entries(pages) as [PageTexts, readonly Loadable[]][]),
])
