import type { Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [{ path: '/', budget: { js: 109, all: 172 } }],
}

export const pictures: Pictures = {
  list: () => [{ name: 'home_signed-in', path: '/', viewer: 'admin' }],
}
