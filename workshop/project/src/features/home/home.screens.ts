import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [{ path: '/', isMain: true }],
}
