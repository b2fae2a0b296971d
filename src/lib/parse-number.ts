import { asciiDigits } from '@plinth/core/schema'

type NumberRules = {
  /** Decides what `1.234` is. */
  language: string
  /** Its sign or code may stand on either side. Such as EUR. */
  currency?: string | undefined
  maxFractionDigits?: number | undefined
}

// A number keeps no more.
const DIGITS_MAX = 15
const MARKS = /[\u200e\u200f\u061c]/g
const SIGN = /^[+\-\u2212\u2013]/
const BODY = /^[\d.,\s'\u2019\u066b\u066c]+$/
// With any separators, and without reading a long text.
const TEXT_MAX_LENGTH = 100

/**
 * Reads a number as people write it: with the separators of any country, digits of every script, and the
 * currency. A separator that can't group digits is the decimal one, whatever the language; for one that could
 * be either, the language decides. Undefined for everything else, so that nothing is left out silently.
 */
export function parseNumber(text: string, rules: NumberRules): number | undefined {
  if (text.length > TEXT_MAX_LENGTH) return undefined
  const plain = withoutCurrency(asciiDigits(text).replaceAll(MARKS, ''), rules).trim()
  const [sign = ''] = SIGN.exec(plain) ?? []
  const body = plain.slice(sign.length).trim()
  if (!BODY.test(body) || !/\d/.test(body)) return undefined
  const at = decimalAt(body, rules.language)
  const whole = ungrouped(at === -1 ? body : body.slice(0, at))
  const fraction = at === -1 ? '' : body.slice(at + 1)
  if (whole === undefined || !/^\d*$/.test(fraction)) return undefined
  if (fraction.length > (rules.maxFractionDigits ?? DIGITS_MAX)) return undefined
  if ((whole + fraction).replace(/^0+/, '').length > DIGITS_MAX) return undefined
  const value = Number(`${whole || '0'}.${fraction || '0'}`)
  return sign !== '' && sign !== '+' && value !== 0 ? -value : value
}

/** The place of the decimal separator; -1 without one. */
function decimalAt(body: string, language: string): number {
  if (body.includes('\u066b')) return body.indexOf('\u066b')
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','))
  const separator = body.charAt(last)
  if (last === -1 || body.indexOf(separator) !== last) return -1
  const isGroup = /^[1-9]\d{0,2}$/.test(body.slice(0, last)) && /^\d{3}$/.test(body.slice(last + 1))
  return isGroup && separator !== decimalSeparator(language) ? -1 : last
}

const decimalSeparator = (language: string) =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value

/** The digits, if they are grouped as in `1 234 567`, `1'234` or `12,34,567`, by one separator. */
function ungrouped(whole: string): string | undefined {
  const [separator] = /\D/.exec(whole) ?? []
  if (separator === undefined) return whole
  const groups = whole.split(separator)
  const [first = '', last = ''] = [groups[0], groups.at(-1)]
  const between = groups.slice(1, -1)
  const areGroups =
    /^\d{1,3}$/.test(first) &&
    /^\d{3}$/.test(last) &&
    (between.every((group) => /^\d{3}$/.test(group)) ||
      (first.length < 3 && between.every((group) => /^\d{2}$/.test(group))))
  return areGroups ? groups.join('') : undefined
}

function withoutCurrency(text: string, { language, currency }: NumberRules): string {
  if (currency === undefined) return text
  const signs = (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value.toUpperCase()),
  )
  const found = /[^\d\s.,'\u2019\u066b\u066c+\-\u2212\u2013]+/u.exec(text)
  if (!found || !signs.includes(found[0].toUpperCase())) return text
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  // Not between two digits.
  return /\d/.test(before) && /\d/.test(after) ? text : before + after
}
