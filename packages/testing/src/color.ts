/** Linear red, green and blue, 0 to 1. */
type Light = readonly [number, number, number]

/** Parses `oklch(L C H)` as a browser shows it, clipped to sRGB. Throws for any other text. */
export function readOklch(text: string): Light {
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? []
  if (hue === undefined) throw new Error(`${text} is no color in OKLCH`)
  const angle = (Number(hue) * Math.PI) / 180
  const a = Number(chroma) * Math.cos(angle)
  const b = Number(chroma) * Math.sin(angle)
  // https://bottosson.github.io/posts/oklab/
  const l = (Number(lightness) + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (Number(lightness) - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (Number(lightness) - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (value: number) => Math.min(1, Math.max(0, value))
  return [
    shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
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
const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
