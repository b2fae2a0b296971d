export const textSizes = ['normal', 'large', 'larger'] as const
export const contrasts = ['system', 'more'] as const
export const motions = ['system', 'reduced'] as const

/** How pages are shown to somebody; `system` is as the device asks for it. */
export type Display = {
  textSize: (typeof textSizes)[number]
  contrast: (typeof contrasts)[number]
  motion: (typeof motions)[number]
}

const defaultDisplay: Display = { textSize: 'normal', contrast: 'system', motion: 'system' }

/** The cookie that holds a choice in the form of `formatDisplay`. */
export const DISPLAY_COOKIE = 'display'

/** `large.more.reduced`: as a cookie and a column hold it. */
export const formatDisplay = ({ textSize, contrast, motion }: Display): string =>
  [textSize, contrast, motion].join('.')

/** Reads what `formatDisplay` wrote; undefined for anything else. */
export function parseDisplay(text: string | null | undefined): Display | undefined {
  const [size, wantedContrast, wantedMotion] = text?.split('.') ?? []
  const textSize = textSizes.find((known) => known === size)
  const contrast = contrasts.find((known) => known === wantedContrast)
  const motion = motions.find((known) => known === wantedMotion)
  return textSize && contrast && motion && { textSize, contrast, motion }
}

/** The choice in a Cookie header, or in `document.cookie`. */
export function displayInCookies(cookies: string | null | undefined): Display | undefined {
  const own = cookies?.split(/;\s*/).find((pair) => pair.startsWith(`${DISPLAY_COOKIE}=`))
  return parseDisplay(own?.slice(DISPLAY_COOKIE.length + 1))
}

/** A choice with the attributes it gives the root element. */
export type ShownAs = { choice: Display; attributes: ReturnType<typeof displayAttributes> }

/** How a page is made for a choice, or for none. */
export function shownAs(choice: Display = defaultDisplay): ShownAs {
  return { choice, attributes: displayAttributes(choice) }
}

/** The choice a root element was made with. */
export function displayOf({ text, contrast, motion }: DOMStringMap): Display {
  const { textSize, ...usual } = defaultDisplay
  return (
    parseDisplay([text ?? textSize, contrast ?? usual.contrast, motion ?? usual.motion].join('.')) ??
    defaultDisplay
  )
}

/** What the style sheet looks for on the root element; nothing for what is as usual. */
export function displayAttributes({ textSize, contrast, motion }: Display) {
  return {
    'data-text': textSize === 'normal' ? undefined : textSize,
    'data-contrast': contrast === 'system' ? undefined : contrast,
    'data-motion': motion === 'system' ? undefined : motion,
  }
}
