export const textSizes = ['normal', 'large', 'larger'] as const
export const contrasts = ['system', 'more'] as const
export const motions = ['system', 'reduced'] as const

/** The display settings; `system` follows the device. */
export type Display = {
  textSize: (typeof textSizes)[number]
  contrast: (typeof contrasts)[number]
  motion: (typeof motions)[number]
}

const defaultDisplay: Display = { textSize: 'normal', contrast: 'system', motion: 'system' }

/** The cookie with the settings in the format of `formatDisplay`. */
export const DISPLAY_COOKIE = 'display'

/** Such as `large.more.reduced`, for a cookie and a column. */
export const formatDisplay = ({ textSize, contrast, motion }: Display): string =>
  [textSize, contrast, motion].join('.')

/** Parses the output of `formatDisplay`; undefined for anything else. */
export function parseDisplay(text: string | null | undefined): Display | undefined {
  const [size, wantedContrast, wantedMotion] = text?.split('.') ?? []
  const textSize = textSizes.find((known) => known === size)
  const contrast = contrasts.find((known) => known === wantedContrast)
  const motion = motions.find((known) => known === wantedMotion)
  return textSize && contrast && motion && { textSize, contrast, motion }
}

/** The settings in a Cookie header, or in `document.cookie`. */
export function displayInCookies(cookies: string | null | undefined): Display | undefined {
  const own = cookies?.split(/;\s*/).find((pair) => pair.startsWith(`${DISPLAY_COOKIE}=`))
  return parseDisplay(own?.slice(DISPLAY_COOKIE.length + 1))
}

/** The settings with the attributes of the root element. */
export type ShownAs = { choice: Display; attributes: ReturnType<typeof displayAttributes> }

/** Settings with their attributes, the defaults if none are given. */
export function shownAs(choice: Display = defaultDisplay): ShownAs {
  return { choice, attributes: displayAttributes(choice) }
}

/** The settings of a root element. */
export function displayOf({ text, contrast, motion }: DOMStringMap): Display {
  const { textSize, ...usual } = defaultDisplay
  return (
    parseDisplay([text ?? textSize, contrast ?? usual.contrast, motion ?? usual.motion].join('.')) ??
    defaultDisplay
  )
}

/** The root element's attributes for the style sheet; none for defaults. */
export function displayAttributes({ textSize, contrast, motion }: Display) {
  return {
    'data-text': textSize === 'normal' ? undefined : textSize,
    'data-contrast': contrast === 'system' ? undefined : contrast,
    'data-motion': motion === 'system' ? undefined : motion,
  }
}
