import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [{ path: '/connect' }, { path: '/connect?error=invalid_redirect' }],
}
