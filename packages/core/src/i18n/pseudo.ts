import { lazily } from '#/lib/lazily.ts'
import type { I18n } from './i18n.ts'

const pairs = 'aá bḃ cç dď eé fƒ gĝ hĥ iî jĵ kķ lļ mɱ nñ oö pþ qǫ rř sš tť uü vṽ wŵ xẋ yý zž'
const letters = lazily(
  () => new Map(`${pairs} ${pairs.toUpperCase()}`.split(' ').map(([from = '', to = '']) => [from, to])),
)
/** How much longer than English a translation may become. */
const GROWTH = 0.3

/** `Posts` as `[Þöšťš~~]`: still readable, a third longer, and cut off if a bracket is missing. */
export function pseudo(text: string): string {
  return `[${text.replaceAll(/[a-z]/gi, (letter) => letters().get(letter) ?? letter)}${'~'.repeat(Math.ceil(text.length * GROWTH))}]`
}

/**
 * The pseudo language of `?lng=dev`, in development only: text that looks normal is not translated, and text
 * without both brackets is cut off. This is the loader's fallback language `dev`.
 */
export function inPseudoLanguage<T extends I18n>(i18n: T, url: string): T {
  if (!import.meta.env.DEV || new URL(url).searchParams.get('lng') !== 'dev') return i18n
  const t: I18n['t'] = (key, params) => pseudo(i18n.t(key, params))
  const inPseudo: T = Object.create(i18n, { t: { value: t }, at: { value: () => inPseudo } }) as T
  return inPseudo
}
