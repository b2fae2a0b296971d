import { press, type Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  list: () => [
    { name: 'dashboard_todos_pending', path: '/dashboard/tanstack-db-example?show=pending', viewer: 'admin' },
    {
      name: 'dashboard_todos_refused',
      path: '/dashboard/tanstack-db-example',
      viewer: 'admin',
      async prepare(page, look) {
        await press('todos:form.refused')(page, look)
        await page.locator('[data-sonner-toast]').waitFor()
      },
    },
  ],
  documented: [
    {
      file: 'todos-phone-dark.png',
      picture: 'dashboard_tanstack-db-example',
      theme: 'dark',
      widthPixels: 375,
    },
  ],
}
