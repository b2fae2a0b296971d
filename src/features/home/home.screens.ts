import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [{ path: '/', budget: { js: 109, all: 172 } }],
}
