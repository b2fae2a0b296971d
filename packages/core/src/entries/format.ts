// Values as people read them.
export { plainName } from '#/email/plain-name.ts'
export { avatarHue, initialsOf } from '#/lib/avatar-color.ts'
export {
  DISPLAY_COOKIE,
  type Display,
  type ShownAs,
  contrasts,
  displayAttributes,
  displayInCookies,
  displayOf,
  formatDisplay,
  motions,
  parseDisplay,
  shownAs,
  textSizes,
} from '#/lib/display.ts'
export { dateLocale, formatDay, formatDayMonth, formatMoment } from '#/lib/format-time.ts'
export { firstNameOf, joinName, splitName } from '#/lib/full-name.ts'
export { cutAt, firstLetterOf, shorten } from '#/lib/shorten.ts'
