import type { Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  list: () => [{ name: 'home_signed-in', path: '/', viewer: 'admin' }],
}
