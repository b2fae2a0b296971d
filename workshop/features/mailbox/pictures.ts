import type { Picture, Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  async list(app) {
    const mails = await app.mails()
    const subjects = mails.map(({ subject }) => subject)
    return mails
      .filter(({ subject }, index) => subjects.indexOf(subject) === index)
      .map(({ id }, index): Picture => ({
        name: `mail_${index + 1}`,
        path: `/dev/mailbox?mail=${id}`,
        viewer: 'visitor',
      }))
  },
}
