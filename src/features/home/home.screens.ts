import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [{ path: '/', budget: { js: 109, all: 172 } }],
}
