import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [{ path: '/', budget: { js: 108, all: 165 } }],
}
