/** The digits of every script as 0 to 9, and full-width signs as their usual ones. Nothing else changes. */
export const asciiDigits = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)))

/** Unicode keeps the ten digits of a script together, from zero. */
function valueOf(digit: number): number {
  let zero = digit
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (digit - zero) % 10
}
