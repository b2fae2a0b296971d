import { linearLight } from '@plinth/core/internal/lib/oklch.ts'

/** Linear red, green and blue, 0 to 1. */
type Light = readonly [number, number, number]

/** Parses `oklch(L C H)` as a browser shows it, clipped to sRGB. Throws for any other text. */
export function readOklch(text: string): Light {
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? []
  if (hue === undefined) throw new Error(`${text} is no color in OKLCH`)
  return linearLight(Number(lightness), Number(chroma), Number(hue))
}

const luminance = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Contrast of two colors according to WCAG 2, 1 to 21. */
export function contrast(one: Light, other: Light): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The visible color of `front` with this opacity above another: browsers blend encoded values. */
export function blend(front: Light, opacity: number, behind: Light): Light {
  const at = (index: 0 | 1 | 2) =>
    decode(encode(front[index]) * opacity + encode(behind[index]) * (1 - opacity))
  return [at(0), at(1), at(2)]
}

const encode = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
/** The linear value of an encoded one. */
export const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
